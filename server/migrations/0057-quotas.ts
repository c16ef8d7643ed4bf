import type { Knex } from 'knex';

/**
 * Quotas of accounts and their members: living items, bytes and uploads a day. Null: no limit. An account has a row if it or
 * one of its members has a quota.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(TABLES);
  await knex.raw(USED);
  await knex.raw(HOLD);
  await knex.raw(TRIGGERS);
}

/** Members without a row in member_quotas have the member_ quotas of their account. */
const TABLES = `
  CREATE TABLE account_quotas (
    account_id text PRIMARY KEY REFERENCES accounts (id),
    items bigint,
    bytes bigint,
    uploads bigint,
    member_items bigint,
    member_bytes bigint,
    member_uploads bigint
  );
  CREATE TABLE member_quotas (
    user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    items bigint,
    bytes bigint,
    uploads bigint
  );

  -- Uploads of an account or a user on a day in UTC, counted while it has a quota of them.
  CREATE TABLE quota_uploads (
    owner text PRIMARY KEY,
    day date NOT NULL,
    uploads bigint NOT NULL
  ) WITH (fillfactor = 50);`;

/** Sums over keys, and uploads of an account or a user. */
const USED = `
  CREATE FUNCTION keys_under_quota(of_account text, of_user text) RETURNS text[] LANGUAGE sql AS $$
    SELECT array_agg(id) FROM api_keys WHERE account_id = of_account AND (of_user IS NULL OR user_id = of_user)
  $$;

  CREATE FUNCTION living_items(keys text[]) RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(sum(i.items), 0)::bigint FROM unnest(keys) AS k (id) CROSS JOIN LATERAL (
      SELECT (SELECT count(*) FROM transfers WHERE api_key_id = k.id AND type <> 'debug' AND state = 'active'
          AND (expires_at IS NULL OR expires_at > now()))
        + (SELECT count(*) FROM transfers WHERE api_key_id = k.id AND type <> 'debug' AND state = 'awaiting'
          AND (expires_at IS NULL OR expires_at > now()))
        + (SELECT count(*) FROM transfers WHERE api_key_id = k.id AND type = 'debug' AND state = 'active'
          AND (expires_at IS NULL OR expires_at > now()))
        + (SELECT count(*) FROM secrets WHERE api_key_id = k.id AND state = 'waiting'
          AND (expires_at IS NULL OR expires_at > now()))
        + (SELECT count(*) FROM requests WHERE api_key_id = k.id AND state = 'open'
          AND (expires_at IS NULL OR expires_at > now()))
        + (SELECT count(*) FROM rooms WHERE api_key_id = k.id AND state = 'open' AND expires_at > now())
        + (SELECT count(*) FROM drops WHERE api_key_id = k.id) AS items
    ) AS i
  $$;

  CREATE FUNCTION held_bytes(keys text[]) RETURNS bigint LANGUAGE sql AS $$
    SELECT greatest(coalesce(sum(c.bytes), 0), 0)::bigint FROM unnest(keys) AS k (id) CROSS JOIN LATERAL (
      SELECT sum(bytes) AS bytes FROM byte_counters WHERE owner = k.id
    ) AS c
  $$;

  CREATE FUNCTION uploads_today(of_owner text) RETURNS bigint LANGUAGE sql AS $$
    SELECT coalesce(sum(uploads), 0)::bigint FROM quota_uploads
    WHERE owner = of_owner AND day = (now() AT TIME ZONE 'UTC')::date
  $$;`;

/**
 * Whoever adds under a quota holds the row of the account until the end of the transaction, so that the sums are exact. The
 * lock comes before those of the byte counters. Nothing that ends or is deleted asks for it.
 */
const HOLD = `
  CREATE FUNCTION refuse_by_quota(scope text, figure text, most bigint, used bigint, more bigint, is_stranger boolean)
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'quota of % used up', figure USING ERRCODE = 'TSQUO',
      DETAIL = json_build_object('scope', scope, 'figure', figure, 'most', most, 'used', used, 'more', more,
        'isStranger', is_stranger);
  END $$;

  -- The rows that are added are there already, the bytes are not yet charged.
  CREATE FUNCTION hold_to_quota(of_account text, of_user text, quota member_quotas, more_items int, more_bytes bigint,
    more_uploads int, is_stranger boolean) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    scope text := CASE WHEN of_user IS NULL THEN 'account' ELSE 'member' END;
    used bigint;
  BEGIN
    IF more_items > 0 AND quota.items IS NOT NULL THEN
      used := living_items(keys_under_quota(of_account, of_user));
      IF used > quota.items THEN
        PERFORM refuse_by_quota(scope, 'items', quota.items, used - more_items, more_items, is_stranger);
      END IF;
    END IF;
    IF more_bytes > 0 AND quota.bytes IS NOT NULL THEN
      used := held_bytes(keys_under_quota(of_account, of_user));
      IF used + more_bytes > quota.bytes THEN
        PERFORM refuse_by_quota(scope, 'bytes', quota.bytes, used, more_bytes, is_stranger);
      END IF;
    END IF;
    IF more_uploads > 0 AND quota.uploads IS NOT NULL THEN
      INSERT INTO quota_uploads AS u (owner, day, uploads)
      VALUES (coalesce(of_user, of_account), (now() AT TIME ZONE 'UTC')::date, more_uploads)
      ON CONFLICT (owner) DO UPDATE SET day = excluded.day,
        uploads = excluded.uploads + CASE WHEN u.day = excluded.day THEN u.uploads ELSE 0 END
      RETURNING uploads INTO used;
      IF used > quota.uploads THEN
        PERFORM refuse_by_quota(scope, 'uploads', quota.uploads, used - more_uploads, more_uploads, is_stranger);
      END IF;
    END IF;
  END $$;

  CREATE FUNCTION hold_to_quotas(key text, more_items int, more_bytes bigint, more_uploads int, is_stranger boolean)
  RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    of_account text;
    of_user text;
    quotas account_quotas;
    own member_quotas;
    patience text := current_setting('lock_timeout');
  BEGIN
    SELECT k.account_id, k.user_id INTO of_account, of_user
    FROM api_keys k JOIN account_quotas q ON q.account_id = k.account_id LEFT JOIN member_quotas m ON m.user_id = k.user_id
    WHERE k.id = key
      AND (more_items + more_uploads > 0 OR coalesce(q.bytes, q.member_bytes, m.bytes) IS NOT NULL);
    IF NOT FOUND THEN RETURN; END IF;

    -- Creates of one account wait for each other here, each with a connection that others need: not for long.
    IF patience::interval = interval '0' OR patience::interval > interval '250 ms' THEN
      PERFORM set_config('lock_timeout', '250ms', true);
    END IF;
    SELECT * INTO quotas FROM account_quotas WHERE account_id = of_account FOR UPDATE;
    PERFORM set_config('lock_timeout', patience, true);
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM hold_to_quota(of_account, NULL, ROW(NULL, quotas.items, quotas.bytes, quotas.uploads)::member_quotas,
      more_items, more_bytes, more_uploads, is_stranger);
    IF of_user IS NULL THEN RETURN; END IF;
    SELECT * INTO own FROM member_quotas WHERE user_id = of_user;
    IF NOT FOUND THEN
      own := ROW(of_user, quotas.member_items, quotas.member_bytes, quotas.member_uploads);
    END IF;
    PERFORM hold_to_quota(of_account, of_user, own, more_items, more_bytes, more_uploads, is_stranger);
  END $$;

  -- The bytes that quotas leave a key; null without a quota of bytes.
  CREATE FUNCTION bytes_left_by_quotas(key text) RETURNS bigint LANGUAGE sql AS $$
    SELECT greatest(least(q.bytes - CASE WHEN q.bytes IS NOT NULL THEN held_bytes(keys_under_quota(q.account_id, NULL)) END,
      of_member.bytes - CASE WHEN of_member.bytes IS NOT NULL THEN held_bytes(keys_under_quota(q.account_id, k.user_id)) END), 0)
    FROM api_keys k JOIN account_quotas q ON q.account_id = k.account_id LEFT JOIN member_quotas m ON m.user_id = k.user_id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN k.user_id IS NULL THEN NULL WHEN m.user_id IS NULL THEN q.member_bytes ELSE m.bytes END AS bytes
    ) AS of_member
    WHERE k.id = key AND coalesce(q.bytes, of_member.bytes) IS NOT NULL
  $$;`;

/** A file that an owner posts in a room is an upload. What strangers bring counts for its bytes alone. */
const TRIGGERS = `
  CREATE FUNCTION count_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM hold_to_quotas(NEW.api_key_id, 1, 0, 1, false);
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_item AFTER INSERT ON transfers FOR EACH ROW WHEN (NEW.content IS NULL OR NEW.type = 'file')
    EXECUTE FUNCTION count_item();
  CREATE TRIGGER count_item AFTER INSERT ON requests FOR EACH ROW EXECUTE FUNCTION count_item();
  CREATE TRIGGER count_item AFTER INSERT ON rooms FOR EACH ROW EXECUTE FUNCTION count_item();
  CREATE TRIGGER count_item AFTER INSERT ON drops FOR EACH ROW EXECUTE FUNCTION count_item();

  CREATE OR REPLACE FUNCTION charge_content() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    amount bigint := greatest(octet_length(NEW.content), 1024);
    told text := current_setting('tempshare.max_bytes_per_key', true);
  BEGIN
    PERFORM hold_to_quotas(NEW.api_key_id, 1, amount, 1, false);
    IF told IS NOT NULL AND coalesce(current_setting('tempshare.max_bytes_total', true), '') = '' THEN
      UPDATE byte_counters SET bytes = bytes + amount, room = room - amount
      WHERE owner = NEW.api_key_id AND slot = (
        SELECT slot FROM byte_counters
        WHERE owner = NEW.api_key_id AND slot = (pg_backend_pid() & 31) AND room >= amount
          AND quota = coalesce(nullif(told, '')::bigint, 4611686018427387904) FOR UPDATE SKIP LOCKED);
      IF FOUND THEN RETURN NULL; END IF;
    END IF;
    PERFORM charge(NEW.api_key_id, amount);
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION charge_item() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_stranger boolean := true;
    uploads int := 0;
  BEGIN
    IF TG_TABLE_NAME = 'room_messages' THEN
      is_stranger := NEW.author_role <> 'owner';
      uploads := (NEW.author_role = 'owner' AND NEW.kind = 'file')::int;
    END IF;
    IF uploads > 0 OR NEW.bytes > NEW.file_bytes THEN
      PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.bytes - NEW.file_bytes, uploads, is_stranger);
    END IF;
    IF NEW.bytes > NEW.file_bytes THEN PERFORM charge(NEW.api_key_id, NEW.bytes - NEW.file_bytes); END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION charge_file() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.reserved, 0, NEW.transfer_id IS NULL);
    IF NEW.uncharged = 0 THEN
      PERFORM charge(NEW.api_key_id, NEW.reserved);
    ELSE
      PERFORM expect_room(NEW.api_key_id, NEW.uncharged);
    END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION charge_begun_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    more bigint := OLD.uncharged - NEW.uncharged;
  BEGIN
    IF more > 0 THEN
      PERFORM hold_to_quotas(NEW.api_key_id, 0, more, 0, NEW.transfer_id IS NULL);
      PERFORM charge(NEW.api_key_id, more);
    ELSE
      PERFORM give_back(NEW.api_key_id, -more);
    END IF;
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION settle_file() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    counted bigint := greatest(NEW.size, least(OLD.reserved, 1024));
    spare bigint := OLD.reserved - counted;
    -- An item that charges its file, as items of earlier versions do, is given back what the file does not need.
    of_file bigint := CASE WHEN NEW.api_key_id IS NULL THEN 0 ELSE spare END;
  BEGIN
    IF NEW.uncharged > 0 THEN
      PERFORM hold_to_quotas(NEW.api_key_id, 0, NEW.uncharged, 0, NEW.transfer_id IS NULL);
      PERFORM charge(NEW.api_key_id, NEW.uncharged);
    END IF;
    NEW.uncharged := 0;
    IF spare = 0 THEN RETURN NEW; END IF;
    NEW.reserved := counted;
    UPDATE drop_items SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.drop_item_id;
    UPDATE room_messages SET bytes = bytes - spare, file_bytes = file_bytes - of_file WHERE id = NEW.room_message_id;
    UPDATE requests SET held_bytes = held_bytes - spare WHERE id = NEW.request_id;
    IF NEW.api_key_id IS NOT NULL THEN PERFORM give_back(NEW.api_key_id, spare); END IF;
    RETURN NEW;
  END $$;`;
