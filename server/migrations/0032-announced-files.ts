import type { Knex } from 'knex';

/**
 * A file that is announced to a container takes room of the container at once, and room of its key when its upload begins.
 * The file is charged by itself: `file_bytes` is its share of the bytes of its item, `uncharged` are the bytes that its key does
 * not count yet, and `uploads` is the number of its uploads under way. What servers of the version before insert is charged as
 * before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(COLUMNS);
  await knex.raw(EXPECT_ROOM);
  await knex.raw(CHARGES);
  await knex.raw(SETTLEMENTS);
  await knex.raw(RETURNS);
}

const COLUMNS = `
  ALTER TABLE drop_items ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;
  ALTER TABLE room_messages ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;
  ALTER TABLE files ADD COLUMN uncharged bigint NOT NULL DEFAULT 0, ADD COLUMN uploads int NOT NULL DEFAULT 0;`;

/** Refuses what has no room now, without taking any. */
const EXPECT_ROOM = `
  CREATE FUNCTION expect_room_of(of_owner text, amount bigint, max_bytes bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    used bigint;
  BEGIN
    IF EXISTS (SELECT FROM byte_counters
      WHERE owner = of_owner AND slot < 32 AND room >= amount AND quota = max_bytes) THEN RETURN; END IF;
    IF of_owner = '*' THEN
      SELECT coalesce(sum(bytes), 0) INTO used FROM byte_counters;
    ELSE
      SELECT coalesce(sum(bytes), 0) INTO used FROM byte_counters WHERE owner = of_owner;
    END IF;
    IF used + amount > max_bytes THEN
      RAISE EXCEPTION 'no room for % bytes beside %', amount, used
        USING ERRCODE = CASE WHEN of_owner = '*' THEN 'TS507' ELSE 'TS409' END;
    END IF;
  END $$;

  CREATE FUNCTION expect_room(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    told text := current_setting('tempshare.max_bytes_per_key', true);
    max_key bigint := nullif(told, '')::bigint;
    max_total bigint := nullif(current_setting('tempshare.max_bytes_total', true), '')::bigint;
  BEGIN
    IF told IS NULL THEN
      SELECT bytes INTO max_key FROM byte_quotas WHERE owner = 'each';
      SELECT bytes INTO max_total FROM byte_quotas WHERE owner = '*';
    END IF;
    IF max_key IS NOT NULL THEN PERFORM expect_room_of(key, amount, max_key); END IF;
    IF max_total IS NOT NULL THEN PERFORM expect_room_of('*', amount, max_total); END IF;
  END $$;`;

const CHARGES = `
  CREATE OR REPLACE FUNCTION charge_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.bytes > NEW.file_bytes THEN PERFORM charge(NEW.api_key_id, NEW.bytes - NEW.file_bytes); END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION charge_file() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.uncharged = 0 THEN PERFORM charge(NEW.api_key_id, NEW.reserved);
    ELSE PERFORM expect_room(NEW.api_key_id, NEW.uncharged); END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION charge_begun_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    more bigint := OLD.uncharged - NEW.uncharged;
  BEGIN
    IF more > 0 THEN PERFORM charge(NEW.api_key_id, more); ELSE PERFORM give_back(NEW.api_key_id, -more); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER charge_begun AFTER UPDATE OF uncharged ON files FOR EACH ROW
    WHEN (NEW.api_key_id IS NOT NULL AND OLD.uncharged <> NEW.uncharged) EXECUTE FUNCTION charge_begun_file();`;

const SETTLEMENTS = `
  -- The bytes of a file are there: they are charged if they are not yet, and what was reserved beyond them goes back.
  CREATE OR REPLACE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    spare bigint := OLD.reserved - NEW.size;
    -- An item that charges its file, as items of earlier versions do, is given back what the file does not need.
    of_file bigint := CASE WHEN NEW.api_key_id IS NULL THEN 0 ELSE spare END;
  BEGIN
    IF NEW.uncharged > 0 THEN PERFORM charge(NEW.api_key_id, NEW.uncharged); END IF;
    NEW.uncharged := 0;
    IF spare = 0 THEN RETURN NEW; END IF;
    NEW.reserved := NEW.size;
    UPDATE drop_items SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.drop_item_id;
    UPDATE room_messages SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.room_message_id;
    UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
    IF NEW.api_key_id IS NOT NULL THEN PERFORM give_back(NEW.api_key_id, spare); END IF;
    RETURN NEW;
  END $$;
  DROP TRIGGER settle ON files;
  CREATE TRIGGER settle BEFORE UPDATE OF size ON files FOR EACH ROW
    WHEN (OLD.size IS NULL AND NEW.size IS NOT NULL AND (OLD.reserved <> NEW.size OR OLD.uncharged > 0))
    EXECUTE FUNCTION settle_file();

  CREATE OR REPLACE FUNCTION settle_item() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    spare bigint := OLD.bytes - coalesce(NEW.bytes, 0);
    gone int := (NEW.bytes IS NULL)::int;
    of_key bigint := OLD.bytes - OLD.file_bytes - coalesce(NEW.bytes - NEW.file_bytes, 0);
  BEGIN
    IF TG_TABLE_NAME = 'drop_items' THEN
      UPDATE drops SET held_items = held_items - gone, held_bytes = held_bytes - spare WHERE id = NEW.drop_id;
    ELSE
      UPDATE rooms SET held_items = held_items - gone, held_bytes = held_bytes - spare WHERE id = NEW.room_id;
    END IF;
    IF of_key > 0 THEN PERFORM give_back(NEW.api_key_id, of_key); END IF;
    RETURN NULL;
  END $$;`;

const RETURNS = `
  CREATE OR REPLACE FUNCTION give_files_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE requests r SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT request_id, count(*) AS items, sum(reserved) AS bytes FROM gone
          WHERE request_id IS NOT NULL AND reserved IS NOT NULL GROUP BY 1) g WHERE r.id = g.request_id;
    PERFORM give_back(api_key_id, sum(reserved - uncharged)::bigint) FROM gone WHERE api_key_id IS NOT NULL
    GROUP BY api_key_id HAVING sum(reserved - uncharged) > 0 ORDER BY api_key_id;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION give_drop_items_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE drops d SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT drop_id, count(*) AS items, sum(bytes) AS bytes FROM gone WHERE bytes IS NOT NULL GROUP BY 1) g
    WHERE d.id = g.drop_id;
    PERFORM give_back(api_key_id, sum(bytes - file_bytes)::bigint) FROM gone WHERE bytes IS NOT NULL
    GROUP BY api_key_id HAVING sum(bytes - file_bytes) > 0 ORDER BY api_key_id;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION give_room_messages_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE rooms r SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT room_id, count(*) AS items, sum(bytes) AS bytes FROM gone WHERE bytes IS NOT NULL GROUP BY 1) g
    WHERE r.id = g.room_id AND r.state = 'open' AND r.expires_at > now();
    PERFORM give_back(api_key_id, sum(bytes - file_bytes)::bigint) FROM gone WHERE bytes IS NOT NULL
    GROUP BY api_key_id HAVING sum(bytes - file_bytes) > 0 ORDER BY api_key_id;
    RETURN NULL;
  END $$;`;
