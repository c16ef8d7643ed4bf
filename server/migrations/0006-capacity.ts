import type { Knex } from 'knex';

/** How many bytes each key holds and each room, inbox and request has promised, kept by the statements that change it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(COLUMNS);
  await knex.raw(COUNTERS);
  await knex.raw(BACKFILL);
  await knex.raw(KEY_TRIGGERS);
  await knex.raw(CONTAINER_TRIGGERS);
}

/**
 * held_items and held_bytes are what a container has given away, announcements included. bytes is the share of an item
 * in them, reserved that of a file; null where neither was counted. api_key_id is there for when the container is gone;
 * a file has one if it is charged by itself, and not with its item.
 */
const COLUMNS = `
  ALTER TABLE drops ADD COLUMN held_items int NOT NULL DEFAULT 0, ADD COLUMN held_bytes bigint NOT NULL DEFAULT 0;
  ALTER TABLE rooms ADD COLUMN held_items int NOT NULL DEFAULT 0, ADD COLUMN held_bytes bigint NOT NULL DEFAULT 0;
  ALTER TABLE requests ADD COLUMN held_items int NOT NULL DEFAULT 0, ADD COLUMN held_bytes bigint NOT NULL DEFAULT 0;
  ALTER TABLE drop_items ADD COLUMN api_key_id text, ADD COLUMN bytes bigint;
  ALTER TABLE files ADD COLUMN api_key_id text, ADD COLUMN reserved bigint;

  -- 'deleted' keeps the place of a message whose file was deleted; 'deletion' tells those who follow the room of it.
  ALTER TABLE room_messages ADD COLUMN api_key_id text, ADD COLUMN bytes bigint, ADD COLUMN deletes jsonb,
    DROP CONSTRAINT room_messages_kind_check,
    ADD CONSTRAINT room_messages_kind_check CHECK (kind IN ('text', 'file', 'deleted', 'deletion')),
    ADD CONSTRAINT room_messages_deletes_check CHECK ((kind = 'deletion') = (deletes IS NOT NULL));`;

/**
 * The bytes of an owner are the sum over its slots. Slots 0 to 31 are added to, each by the sessions whose process it is
 * the remainder of, so that they do not wait for one another; 32 to 63 hold what was given back, and are locked by nobody
 * who adds. room is what a slot may add without asking the others, under a quota; together with the sum the rooms are
 * never more than the quota. The owner * has rooms only: its bytes are those of all keys.
 */
const COUNTERS = `
  CREATE TABLE byte_counters (
    owner text NOT NULL,
    slot int NOT NULL,
    bytes bigint NOT NULL DEFAULT 0,
    room bigint NOT NULL DEFAULT 0,
    quota bigint,
    PRIMARY KEY (owner, slot)
  ) WITH (fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

  -- Takes room from an owner. Locks are taken key first, then *, and a transaction charges once, or two would wait for
  -- each other.
  CREATE FUNCTION take_room(of_owner text, amount bigint, max_bytes bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    mine int := pg_backend_pid() & 31;
    added bigint := CASE WHEN of_owner = '*' THEN 0 ELSE amount END;
    used bigint;
  BEGIN
    UPDATE byte_counters SET bytes = bytes + added, room = room - amount
    WHERE owner = of_owner AND slot = mine AND room >= amount AND quota = max_bytes;
    IF FOUND THEN RETURN; END IF;

    -- This slot has not enough: with all slots held nobody adds, and what is left is shared out anew.
    INSERT INTO byte_counters (owner, slot) SELECT of_owner, generate_series(0, 31) ON CONFLICT DO NOTHING;
    PERFORM FROM byte_counters WHERE owner = of_owner AND slot < 32 ORDER BY slot FOR UPDATE;
    SELECT coalesce(sum(bytes), 0) INTO used FROM byte_counters WHERE of_owner = '*' OR owner = of_owner;
    -- Of *, the bytes of this transaction are among those that were summed.
    IF of_owner = '*' THEN used := used - amount; END IF;
    IF used + amount > max_bytes THEN
      RAISE EXCEPTION 'no room for % bytes beside %', amount, used
        USING ERRCODE = CASE WHEN of_owner = '*' THEN 'TS507' ELSE 'TS409' END;
    END IF;
    UPDATE byte_counters SET quota = max_bytes, room = (max_bytes - used - amount) / 32,
      bytes = bytes + CASE slot WHEN mine THEN added ELSE 0 END
    WHERE owner = of_owner AND slot < 32;
  END $$;

  -- Counts bytes that a key adds; the quotas are settings of the session. A session without them is bound by none.
  CREATE FUNCTION charge(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    max_key bigint := nullif(current_setting('tempshare.max_bytes_per_key', true), '')::bigint;
    max_total bigint := nullif(current_setting('tempshare.max_bytes_total', true), '')::bigint;
  BEGIN
    PERFORM take_room(key, amount, coalesce(max_key, 4611686018427387904));
    IF max_total IS NOT NULL THEN PERFORM take_room('*', amount, max_total); END IF;
  END $$;

  -- Gives bytes of a key back. It asks for no room and waits for nobody who adds.
  CREATE FUNCTION give_back(key text, amount bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO byte_counters AS c (owner, slot, bytes) VALUES (key, 32 + (pg_backend_pid() & 31), -amount)
    ON CONFLICT (owner, slot) DO UPDATE SET bytes = c.bytes - amount
  $$;`;

/** What is there already. Items of a container that is gone are being wiped, and stay uncounted. */
const BACKFILL = `
  UPDATE files f SET reserved = coalesce(size, announced_size, 26214400),
    api_key_id = coalesce((SELECT api_key_id FROM transfers WHERE id = f.transfer_id),
      (SELECT api_key_id FROM requests WHERE id = f.request_id));
  UPDATE drop_items i SET api_key_id = d.api_key_id, bytes = coalesce(octet_length(i.message), 0)
    + coalesce((SELECT reserved FROM files f WHERE f.drop_item_id = i.id), 0)
  FROM drops d WHERE d.id = i.drop_id;
  UPDATE room_messages m SET api_key_id = r.api_key_id, bytes = CASE kind WHEN 'text' THEN octet_length(m.content) ELSE 0 END
    + coalesce((SELECT reserved FROM files f WHERE f.room_message_id = m.id), 0)
  FROM rooms r WHERE r.id = m.room_id;

  UPDATE drops d SET held_items = held.items, held_bytes = held.bytes
  FROM (SELECT drop_id, count(*) AS items, sum(bytes) AS bytes FROM drop_items GROUP BY 1) held WHERE d.id = held.drop_id;
  UPDATE rooms r SET held_items = held.items, held_bytes = held.bytes
  FROM (SELECT room_id, count(*) AS items, sum(bytes) AS bytes FROM room_messages GROUP BY 1) held WHERE r.id = held.room_id;
  UPDATE requests r SET held_items = held.items, held_bytes = held.bytes
  FROM (SELECT request_id, count(*) AS items, sum(reserved) AS bytes FROM files WHERE request_id IS NOT NULL GROUP BY 1) held
  WHERE r.id = held.request_id;

  INSERT INTO byte_counters (owner, slot, bytes)
  SELECT api_key_id, 32, sum(bytes) FROM (
    SELECT api_key_id, octet_length(content) AS bytes FROM secrets WHERE content IS NOT NULL
    UNION ALL SELECT api_key_id, octet_length(content) FROM transfers WHERE content IS NOT NULL AND type <> 'file'
    UNION ALL SELECT api_key_id, reserved FROM files
    UNION ALL SELECT api_key_id, bytes FROM drop_items
    UNION ALL SELECT api_key_id, bytes FROM room_messages
  ) held WHERE api_key_id IS NOT NULL GROUP BY 1;`;

const KEY_TRIGGERS = `
  CREATE FUNCTION charge_content() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM charge(NEW.api_key_id, octet_length(NEW.content));
    RETURN NULL;
  END $$;
  CREATE FUNCTION give_content_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM give_back(OLD.api_key_id, octet_length(OLD.content));
    RETURN NULL;
  END $$;

  CREATE TRIGGER charge AFTER INSERT ON secrets FOR EACH ROW WHEN (NEW.content IS NOT NULL)
    EXECUTE FUNCTION charge_content();
  CREATE TRIGGER give_back_wiped AFTER UPDATE OF content ON secrets FOR EACH ROW
    WHEN (OLD.content IS NOT NULL AND NEW.content IS NULL) EXECUTE FUNCTION give_content_back();
  CREATE TRIGGER give_back_deleted AFTER DELETE ON secrets FOR EACH ROW WHEN (OLD.content IS NOT NULL)
    EXECUTE FUNCTION give_content_back();

  -- The content of a file is its name, which counts nowhere: its transaction charges the file.
  CREATE TRIGGER charge AFTER INSERT ON transfers FOR EACH ROW WHEN (NEW.content IS NOT NULL AND NEW.type <> 'file')
    EXECUTE FUNCTION charge_content();
  CREATE TRIGGER give_back_wiped AFTER UPDATE OF content ON transfers FOR EACH ROW
    WHEN (OLD.content IS NOT NULL AND NEW.content IS NULL AND OLD.type <> 'file') EXECUTE FUNCTION give_content_back();
  CREATE TRIGGER give_back_deleted AFTER DELETE ON transfers FOR EACH ROW
    WHEN (OLD.content IS NOT NULL AND OLD.type <> 'file') EXECUTE FUNCTION give_content_back();`;

/** An item is charged with its file, a file of a transfer or request by itself. */
const CONTAINER_TRIGGERS = `
  CREATE FUNCTION charge_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM charge(NEW.api_key_id, NEW.bytes);
    RETURN NULL;
  END $$;
  CREATE TRIGGER charge AFTER INSERT ON drop_items FOR EACH ROW WHEN (NEW.bytes IS NOT NULL)
    EXECUTE FUNCTION charge_item();
  CREATE TRIGGER charge AFTER INSERT ON room_messages FOR EACH ROW WHEN (NEW.bytes IS NOT NULL)
    EXECUTE FUNCTION charge_item();

  CREATE FUNCTION charge_file() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM charge(NEW.api_key_id, NEW.reserved);
    RETURN NULL;
  END $$;
  CREATE TRIGGER charge AFTER INSERT ON files FOR EACH ROW WHEN (NEW.api_key_id IS NOT NULL)
    EXECUTE FUNCTION charge_file();

  -- The bytes of a file are there: what was reserved beyond them goes back. Whoever completes it holds the container.
  CREATE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    spare bigint := OLD.reserved - NEW.size;
  BEGIN
    NEW.reserved := NEW.size;
    UPDATE drop_items SET bytes = bytes - spare WHERE id = NEW.drop_item_id;
    UPDATE room_messages SET bytes = bytes - spare WHERE id = NEW.room_message_id;
    UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
    IF NEW.api_key_id IS NOT NULL THEN PERFORM give_back(NEW.api_key_id, spare); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER settle BEFORE UPDATE OF size ON files FOR EACH ROW
    WHEN (OLD.size IS NULL AND NEW.size IS NOT NULL AND OLD.reserved <> NEW.size) EXECUTE FUNCTION settle_file();

  -- An item takes less than before; one whose bytes are null from now on is counted no more.
  CREATE FUNCTION settle_item() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    spare bigint := OLD.bytes - coalesce(NEW.bytes, 0);
    gone int := (NEW.bytes IS NULL)::int;
  BEGIN
    IF TG_TABLE_NAME = 'drop_items' THEN
      UPDATE drops SET held_items = held_items - gone, held_bytes = held_bytes - spare WHERE id = NEW.drop_id;
    ELSE
      UPDATE rooms SET held_items = held_items - gone, held_bytes = held_bytes - spare WHERE id = NEW.room_id;
    END IF;
    PERFORM give_back(NEW.api_key_id, spare);
    RETURN NULL;
  END $$;
  CREATE TRIGGER settle AFTER UPDATE OF bytes ON drop_items FOR EACH ROW
    WHEN (OLD.bytes IS NOT NULL AND OLD.bytes IS DISTINCT FROM NEW.bytes) EXECUTE FUNCTION settle_item();
  CREATE TRIGGER settle AFTER UPDATE OF bytes ON room_messages FOR EACH ROW
    WHEN (OLD.bytes IS NOT NULL AND OLD.bytes IS DISTINCT FROM NEW.bytes) EXECUTE FUNCTION settle_item();

  CREATE FUNCTION give_files_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE requests r SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT request_id, count(*) AS items, sum(reserved) AS bytes FROM gone
          WHERE request_id IS NOT NULL AND reserved IS NOT NULL GROUP BY 1) g WHERE r.id = g.request_id;
    PERFORM give_back(api_key_id, sum(reserved)::bigint) FROM gone WHERE api_key_id IS NOT NULL
    GROUP BY api_key_id ORDER BY api_key_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER give_back AFTER DELETE ON files REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    EXECUTE FUNCTION give_files_back();

  CREATE FUNCTION give_drop_items_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE drops d SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT drop_id, count(*) AS items, sum(bytes) AS bytes FROM gone WHERE bytes IS NOT NULL GROUP BY 1) g
    WHERE d.id = g.drop_id;
    PERFORM give_back(api_key_id, sum(bytes)::bigint) FROM gone WHERE bytes IS NOT NULL
    GROUP BY api_key_id ORDER BY api_key_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER give_back AFTER DELETE ON drop_items REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    EXECUTE FUNCTION give_drop_items_back();

  -- A room that has ended takes nothing more, so what is wiped of it is not counted in it, nor waits for its row.
  CREATE FUNCTION give_room_messages_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE rooms r SET held_items = held_items - g.items, held_bytes = held_bytes - g.bytes
    FROM (SELECT room_id, count(*) AS items, sum(bytes) AS bytes FROM gone WHERE bytes IS NOT NULL GROUP BY 1) g
    WHERE r.id = g.room_id AND r.state = 'open' AND r.expires_at > now();
    PERFORM give_back(api_key_id, sum(bytes)::bigint) FROM gone WHERE bytes IS NOT NULL
    GROUP BY api_key_id ORDER BY api_key_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER give_back AFTER DELETE ON room_messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    EXECUTE FUNCTION give_room_messages_back();`;
