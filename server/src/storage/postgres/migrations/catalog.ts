import type { ClientBase } from 'pg';

/** Catalog of the current schema without Knex's tables, one sorted line per entry: `<kind> <table>[.<name>]: <definition>`. */
export async function readCatalog(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ entry: string }>(ENTRIES);
  return rows.map(({ entry }) => entry.replace(/\s+/g, ' ').trim()).sort();
}

const ENTRIES = `
  WITH space AS (
    SELECT oid, quote_ident(nspname) || '.' AS prefix FROM pg_namespace WHERE nspname = current_schema()
  ), relations AS (
    SELECT c.*, s.prefix FROM pg_class c JOIN space s ON c.relnamespace = s.oid WHERE c.relname NOT LIKE 'knex\\_%'
  ), tables AS (
    SELECT * FROM relations WHERE relkind IN ('r', 'p')
  ), columns AS (
    SELECT t.relname, a.*, y.typstorage, pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type y ON y.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  )
  SELECT 'table ' || relname || ': '
    || CASE relpersistence WHEN 'u' THEN 'unlogged' WHEN 'p' THEN 'permanent' ELSE 'temporary' END AS entry
  FROM tables
  UNION ALL
  SELECT 'options ' || relname || ': ' || array_to_string(ARRAY(SELECT unnest(reloptions) ORDER BY 1), ', ')
  FROM relations WHERE reloptions IS NOT NULL
  UNION ALL
  SELECT 'relation ' || relname || ': ' || relkind::text FROM relations WHERE relkind NOT IN ('r', 'p', 'i', 'I')
  UNION ALL
  SELECT 'column ' || relname || '.' || attname || ': ' || format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE WHEN attidentity <> '' THEN ' IDENTITY ' || attidentity::text ELSE '' END
    || CASE WHEN attgenerated <> '' THEN ' GENERATED ' || expression
            WHEN expression IS NOT NULL THEN ' DEFAULT ' || expression ELSE '' END
  FROM columns
  UNION ALL
  SELECT 'storage ' || relname || '.' || attname || ': ' || attstorage::text FROM columns WHERE attstorage <> typstorage
  UNION ALL
  -- PostgreSQL 18 also keeps NOT NULL here.
  SELECT 'constraint ' || t.relname || '.' || c.conname || ': ' || replace(pg_get_constraintdef(c.oid), t.prefix, '')
  FROM tables t JOIN pg_constraint c ON c.conrelid = t.oid WHERE c.contype <> 'n'
  UNION ALL
  SELECT CASE WHEN i.indisunique THEN 'unique' ELSE 'index' END || ' ' || t.relname || '.' || r.relname || ': '
    || replace(pg_get_indexdef(i.indexrelid), t.prefix, '') || CASE WHEN i.indisvalid THEN '' ELSE ' (invalid)' END
  FROM tables t JOIN pg_index i ON i.indrelid = t.oid JOIN pg_class r ON r.oid = i.indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = r.oid AND c.contype IN ('p', 'u', 'x'))
  UNION ALL
  SELECT 'trigger ' || t.relname || '.' || g.tgname || ': ' || replace(pg_get_triggerdef(g.oid), t.prefix, '')
    || CASE WHEN g.tgenabled = 'O' THEN '' ELSE ' (' || g.tgenabled::text || ')' END
  FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
  UNION ALL
  SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || '): ' || concat_ws(' ',
    pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proparallel, p.prosrc)
  FROM pg_proc p JOIN space s ON p.pronamespace = s.oid JOIN pg_language l ON l.oid = p.prolang
  WHERE p.prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
`;
