import type { Knex } from 'knex';

/**
 * What a key holds is summed over its own counters when its room is shared out anew; one statement for a key and for all
 * keys had read those of all.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION take_room(of_owner text, amount bigint, max_bytes bigint) RETURNS void LANGUAGE plpgsql AS $$
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
  `);
}
