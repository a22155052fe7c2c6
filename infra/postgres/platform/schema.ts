import type { Queryable } from './pool.ts'

/**
 * The parts of the schema as lines `kind name: text`, in byte order. Only what PostgreSQL 15 and 18
 * report alike: not-null constraints, which only 18 names, are shown with their columns.
 */
const PARTS = [
  `select 'table ' || c.relname || case c.relkind when 'p' then ' partitioned' else '' end
     || coalesce(' (' || array_to_string(c.reloptions, ', ') || ')', '')
   from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = $1::regnamespace`,

  `select 'column ' || c.relname || '.' || lpad(a.attnum::text, 2, '0') || ' ' || a.attname || ' '
     || format_type(a.atttypid, a.atttypmod)
     || coalesce(' collate ' || nullif(l.collname, 'default'), '')
     || case when a.attnotnull then ' not null' else '' end
     || case when a.attidentity = '' then '' else ' identity ' || a.attidentity::text end
     || coalesce(case a.attgenerated when 's' then ' generated ' else ' default ' end
          || pg_get_expr(d.adbin, d.adrelid), '')
     || case when a.attstorage = t.typstorage then '' else ' storage ' || a.attstorage::text end
     || case when a.attcompression = '' then '' else ' compression ' || a.attcompression::text end
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
     left join pg_collation l on l.oid = a.attcollation
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and c.relnamespace = $1::regnamespace`,

  `select 'constraint ' || c.relname || '.' || k.conname || ': ' || pg_get_constraintdef(k.oid)
   from pg_constraint k join pg_class c on c.oid = k.conrelid
   where k.contype <> 'n' and c.relnamespace = $1::regnamespace`,

  `select 'index ' || t.relname || '.' || c.relname || ': ' || pg_get_indexdef(i.indexrelid)
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   where t.relkind in ('r', 'p', 'm') and c.relnamespace = $1::regnamespace`,

  `select 'trigger ' || c.relname || '.' || g.tgname || ': ' || pg_get_triggerdef(g.oid)
     || case g.tgenabled when 'O' then '' else ' enabled ' || g.tgenabled::text end
   from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where not g.tgisinternal and c.relnamespace = $1::regnamespace`,

  `select 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || '):' || chr(10)
     || pg_get_functiondef(p.oid)
   from pg_proc p where p.prokind in ('f', 'p') and p.pronamespace = $1::regnamespace
     and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')`,

  `select 'view ' || c.relname || case c.relkind when 'm' then ' materialized' else '' end || ':' || chr(10)
     || pg_get_viewdef(c.oid)
   from pg_class c where c.relkind in ('v', 'm') and c.relnamespace = $1::regnamespace
     and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')`,

  `select 'sequence ' || c.relname || ' ' || format_type(s.seqtypid, null) || ' start ' || s.seqstart
     || ' increment ' || s.seqincrement
   from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = $1::regnamespace`,

  `select 'type ' || t.typname || ': ' || string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
   from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = $1::regnamespace group by t.typname`,

  `select 'domain ' || t.typname || ': ' || format_type(t.typbasetype, t.typtypmod)
   from pg_type t where t.typtype = 'd' and t.typnamespace = $1::regnamespace`,

  `select 'extension ' || e.extname from pg_extension e where e.extname <> 'plpgsql' and $1::text <> ''`,
] as const

const SCHEMAS = ['public', 'keys'] as const

/**
 * Prints the schema from the catalogue: tables, columns, constraints, indexes, triggers, functions,
 * views, sequences, types, extensions, sorted. The text is the same on PostgreSQL 15 and 18, so
 * that a test can compare it with the stored one.
 */
export const dumpSchema = async (database: Queryable): Promise<string> => {
  const parts: string[] = []
  for (const schema of SCHEMAS)
    for (const part of PARTS) {
      const { rows } = await database.query<{ line: string }>(
        `select line from (${part}) as part (line) order by line collate "C"`,
        [schema],
      )
      parts.push(...rows.map(({ line }) => line.trimEnd()))
    }
  return `${[...new Set(parts)].join('\n')}\n`
}
