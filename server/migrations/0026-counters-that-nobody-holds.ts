import type { Knex } from 'knex';

/**
 * Who adds or gives back bytes waits for no transaction that holds a counter of the same key: another one is as good. Only
 * when none of them has room enough are all held, and what is left shared out anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(TAKE_ROOM);
  await knex.raw(GIVE_BACK);
}

const TAKE_ROOM = `
  CREATE OR REPLACE FUNCTION take_room(of_owner text, amount bigint, max_bytes bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    mine int := pg_backend_pid() & 31;
    added bigint := CASE WHEN of_owner = '*' THEN 0 ELSE amount END;
    used bigint;
  BEGIN
    -- A slot that nobody holds, the own one first.
    UPDATE byte_counters SET bytes = bytes + added, room = room - amount
    WHERE owner = of_owner AND slot = (
      SELECT slot FROM byte_counters WHERE owner = of_owner AND slot < 32 AND room >= amount AND quota = max_bytes
      ORDER BY slot <> mine LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF FOUND THEN RETURN; END IF;

    -- None has enough: with all slots held nobody adds, and what is left is shared out anew.
    INSERT INTO byte_counters (owner, slot) SELECT of_owner, generate_series(0, 31) ON CONFLICT DO NOTHING;
    PERFORM FROM byte_counters WHERE owner = of_owner AND slot < 32 ORDER BY slot FOR UPDATE;
    IF of_owner = '*' THEN
      -- The bytes of this transaction are among those that are summed.
      SELECT coalesce(sum(bytes), 0) - amount INTO used FROM byte_counters;
    ELSE
      SELECT coalesce(sum(bytes), 0) INTO used FROM byte_counters WHERE owner = of_owner;
    END IF;
    IF used + amount > max_bytes THEN
      RAISE EXCEPTION 'no room for % bytes beside %', amount, used
        USING ERRCODE = CASE WHEN of_owner = '*' THEN 'TS507' ELSE 'TS409' END;
    END IF;
    UPDATE byte_counters SET quota = max_bytes, room = (max_bytes - used - amount) / 32,
      bytes = bytes + CASE slot WHEN mine THEN added ELSE 0 END
    WHERE owner = of_owner AND slot < 32;
  END $$;

  CREATE OR REPLACE FUNCTION charge_content() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    amount bigint := octet_length(NEW.content);
    told text := current_setting('tempshare.max_bytes_per_key', true);
  BEGIN
    IF told IS NOT NULL AND coalesce(current_setting('tempshare.max_bytes_total', true), '') = '' THEN
      UPDATE byte_counters SET bytes = bytes + amount, room = room - amount
      WHERE owner = NEW.api_key_id AND slot = (
        SELECT slot FROM byte_counters WHERE owner = NEW.api_key_id AND slot = (pg_backend_pid() & 31) AND room >= amount
          AND quota = coalesce(nullif(told, '')::bigint, 4611686018427387904) FOR UPDATE SKIP LOCKED);
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    PERFORM charge(NEW.api_key_id, amount);
    RETURN NULL;
  END $$;`;

const GIVE_BACK = `
  CREATE OR REPLACE FUNCTION give_back(key text, amount bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    mine int := 32 + (pg_backend_pid() & 31);
  BEGIN
    UPDATE byte_counters SET bytes = bytes - amount
    WHERE owner = key AND slot = (
      SELECT slot FROM byte_counters WHERE owner = key AND slot >= 32
      ORDER BY slot <> mine LIMIT 1 FOR UPDATE SKIP LOCKED);
    IF FOUND THEN RETURN; END IF;
    -- There is none, or all are held: one that no other backend begins with.
    INSERT INTO byte_counters AS c (owner, slot, bytes) VALUES (key, 64 + pg_backend_pid(), -amount)
    ON CONFLICT (owner, slot) DO UPDATE SET bytes = c.bytes - amount;
  END $$;

  CREATE OR REPLACE FUNCTION give_content_back() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE byte_counters SET bytes = bytes - octet_length(OLD.content)
    WHERE owner = OLD.api_key_id AND slot = (
      SELECT slot FROM byte_counters WHERE owner = OLD.api_key_id AND slot = 32 + (pg_backend_pid() & 31) FOR UPDATE SKIP LOCKED);
    IF NOT FOUND THEN PERFORM give_back(OLD.api_key_id, octet_length(OLD.content)); END IF;
    RETURN NULL;
  END $$;`;
