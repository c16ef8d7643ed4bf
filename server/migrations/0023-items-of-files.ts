import type { Knex } from 'knex';

/**
 * Names the items of the files that are there, of their downloads and of their bytes. Only rows are locked, each until the end; bytes stay
 * where they are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A role may have a limit that fits requests.
    SET LOCAL statement_timeout = 0;

    UPDATE files f SET item_id = coalesce(f.transfer_id, f.request_id,
      (SELECT room_id FROM room_messages m WHERE m.id = f.room_message_id),
      (SELECT drop_id FROM drop_items i WHERE i.id = f.drop_item_id), '')
    WHERE item_id = '';
    UPDATE downloads d SET item_id = f.item_id FROM files f WHERE f.id = d.file_id AND d.item_id = '';
    UPDATE blobs b SET item_id = f.item_id FROM files f WHERE f.blob_id = b.id AND b.item_id = '';
    UPDATE blob_chunks c SET item_id = b.item_id FROM blobs b WHERE b.id = c.blob_id AND c.item_id = '' AND b.item_id <> '';
  `);
}
