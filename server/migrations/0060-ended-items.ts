import type { Knex } from 'knex';

/**
 * Items that were deleted, without their contents. Their own rows go at once, and triggers leave one here, whichever version
 * of the server deletes. Indexes of the list of items over all keys of an account.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(TABLE);
  await knex.raw(LEAVE);
  await knex.raw(TRIGGERS);
  await knex.raw(DELETED_BEFORE);
  await knex.raw(INDEXES);
}

const TABLE = `
  CREATE TABLE ended_items (
    id text PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('text', 'url', 'file', 'debug', 'request', 'room', 'drop')),
    account_id text NOT NULL,
    api_key_id text NOT NULL,
    livemode boolean NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    ended_at timestamptz NOT NULL,
    short_code text,
    encryption text,
    requires_password boolean NOT NULL,
    views int,
    max_views int,
    first_viewed_at timestamptz,
    last_viewed_at timestamptz,
    received int,
    owner_wrapped_key bytea,
    label bytea,
    label_index bytea
  );
  CREATE INDEX ended_items_by_key ON ended_items (api_key_id, created_at DESC, id DESC);
  CREATE INDEX ended_items_by_kind ON ended_items (api_key_id, kind, created_at DESC, id DESC);
  CREATE INDEX ended_items_of_account ON ended_items (account_id, kind, created_at DESC, id DESC);
  CREATE INDEX ended_items_by_age ON ended_items (ended_at);
  CREATE INDEX ended_items_by_code ON ended_items (short_code) WHERE short_code IS NOT NULL;
  CREATE INDEX ended_items_by_label ON ended_items (api_key_id, label_index) WHERE label_index IS NOT NULL;
  CREATE INDEX ended_items_to_index ON ended_items (id) WHERE label IS NOT NULL AND label_index IS NULL;`;

const COLUMNS = `id, kind, account_id, api_key_id, livemode, created_at, expires_at, ended_at, short_code, encryption,
  requires_password, views, max_views, first_viewed_at, last_viewed_at, received, owner_wrapped_key, label, label_index`;

/** The name of an inbox is sealed under the key of what arrives in it, which is destroyed. */
const LEAVE = `
  CREATE FUNCTION leave_ended_item() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_NAME = 'transfers' THEN
      INSERT INTO ended_items (${COLUMNS})
      VALUES (OLD.id, OLD.type, OLD.account_id, OLD.api_key_id, OLD.livemode, OLD.created_at, OLD.expires_at, now(),
        OLD.short_code, OLD.encryption, OLD.password_salt IS NOT NULL OR OLD.kdf_iterations IS NOT NULL,
        OLD.views, OLD.max_views, OLD.first_viewed_at, OLD.last_viewed_at, NULL,
        OLD.owner_wrapped_key, OLD.label, OLD.label_index)
      ON CONFLICT (id) DO NOTHING;
    ELSIF TG_TABLE_NAME = 'requests' THEN
      INSERT INTO ended_items (${COLUMNS})
      VALUES (OLD.id, 'request', OLD.account_id, OLD.api_key_id, OLD.livemode, OLD.created_at, OLD.expires_at, now(),
        NULL, NULL, true, NULL, NULL, NULL, NULL, OLD.file_count, OLD.owner_wrapped_key, OLD.label, OLD.label_index)
      ON CONFLICT (id) DO NOTHING;
    ELSIF TG_TABLE_NAME = 'rooms' THEN
      INSERT INTO ended_items (${COLUMNS})
      VALUES (OLD.id, 'room', OLD.account_id, OLD.api_key_id, OLD.livemode, OLD.created_at, OLD.expires_at, now(),
        NULL, OLD.encryption, OLD.kdf_iterations IS NOT NULL, NULL, NULL, NULL, NULL, OLD.message_count,
        OLD.owner_wrapped_key, OLD.label, OLD.label_index)
      ON CONFLICT (id) DO NOTHING;
    ELSE
      INSERT INTO ended_items (${COLUMNS})
      VALUES (OLD.id, 'drop', OLD.account_id, OLD.api_key_id, OLD.livemode, OLD.created_at, NULL, now(),
        NULL, NULL, false, NULL, NULL, NULL, NULL, OLD.item_count, NULL, NULL, NULL)
      ON CONFLICT (id) DO NOTHING;
    END IF;
    RETURN NULL;
  END $$;`;

/** Rows that are forgotten 30 days after their end leave nothing, and neither does a transfer whose file never came. */
const TRIGGERS = `
  CREATE TRIGGER leave_ended_item AFTER DELETE ON transfers FOR EACH ROW
    WHEN ((OLD.ended_at IS NULL OR OLD.ended_at > now() - interval '30 days')
      AND (OLD.awaiting_until IS NULL OR OLD.awaiting_until > now()))
    EXECUTE FUNCTION leave_ended_item();
  CREATE TRIGGER leave_ended_item AFTER DELETE ON requests FOR EACH ROW
    WHEN (OLD.expires_at IS NULL OR greatest(OLD.expires_at, coalesce(OLD.closed_at, OLD.expires_at) + interval '7 days')
      > now() - interval '30 days')
    EXECUTE FUNCTION leave_ended_item();
  CREATE TRIGGER leave_ended_item AFTER DELETE ON rooms FOR EACH ROW
    WHEN (OLD.expires_at > now() - interval '30 days')
    EXECUTE FUNCTION leave_ended_item();
  CREATE TRIGGER leave_ended_item AFTER DELETE ON drops FOR EACH ROW EXECUTE FUNCTION leave_ended_item();`;

/** Transfers that were deleted before, as their events tell of them. */
const DELETED_BEFORE = `
  -- A role may have a limit that fits requests.
  SET LOCAL statement_timeout = 0;

  INSERT INTO ended_items (id, kind, account_id, api_key_id, livemode, created_at, expires_at, ended_at, requires_password,
    views, max_views)
  SELECT item_id, object->>'type', account_id, api_key_id, livemode, (object->>'createdAt')::timestamptz,
    (object->>'expiresAt')::timestamptz, created_at, false, (object->>'views')::int, (object->>'maxViews')::int
  FROM events
  WHERE type = 'transfer.deleted' AND created_at > now() - interval '30 days' AND object->>'reason' IN ('api', 'panel')
    AND item_id <> '' AND object->>'type' IN ('text', 'url', 'file')
  ON CONFLICT (id) DO NOTHING;`;

/** The list over all keys of an account, and who deleted an item. While an index is built its table takes no writes. */
const INDEXES = `
  CREATE INDEX transfers_of_account ON transfers (account_id, type, state, opened, created_at DESC, id DESC);
  CREATE INDEX secrets_of_account ON secrets (account_id, state, created_at DESC, id DESC);
  CREATE INDEX requests_of_account ON requests (account_id, state, opened, created_at DESC, id DESC);
  CREATE INDEX rooms_of_account ON rooms (account_id, state, opened, created_at DESC, id DESC);
  CREATE INDEX drops_of_account ON drops (account_id, opened, created_at DESC, id DESC);
  CREATE INDEX audit_entries_of_deletions ON audit_entries (target, at) WHERE action = 'items delete';`;
