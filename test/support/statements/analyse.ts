/** The items that an SQL statement is about, by its parse tree. */
import { loadModule, parseSync } from 'libpg-query';
import { Classes, Relation, Scope } from './lineage.ts';

await loadModule();

/** A node of PostgreSQL's parse tree: `{ SelectStmt: {…} }`. */
type Tree = Record<string, any>;

const namesIn = (list: unknown): string[] =>
  ((list ?? []) as Tree[]).map((each) => (each.String as { sval?: string } | undefined)?.sval ?? '');

/** Conditions of a statement on one table. */
export interface Use {
  table: string;
  /** The class of its rows' item; undefined when the table has none, or an INSERT does not say it. */
  item: number | undefined;
  writes: boolean;
  /** The arm of a UNION that it stands in, 0 outside of any: arms need not know of one another's rows. */
  arm: number;
}

export interface Analysis {
  uses: Use[];
  classes: Classes;
  isRecursive: boolean;
  /** Functions that give another value at each call, in a statement that writes. */
  volatile: string[];
}

/** Place of the rows of a table: with their item, by this column; or on all nodes. */
export type Places = ReadonlyMap<string, string | null>;

/** Functions that the server uses. */
const VOLATILE = new Set([
  'random',
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'set_config',
  'pg_backend_pid',
]);

/** Reads what a statement says of the tables that it names. */
export function analyse(
  sql: string,
  { places, columns }: { places: Places; columns: ReadonlyMap<string, ReadonlySet<string>> },
): Analysis {
  const classes = new Classes();
  const uses: Use[] = [];
  const volatile = new Set<string>();
  const found = { isRecursive: false, isWriting: false };
  let [arm, arms] = [0, 0];

  const table = ({ relname, alias }: Tree, scope: Scope, writes = false): Relation => {
    const cte = writes ? undefined : scope.cte(relname);
    const relation = cte ?? new Relation(classes, columns.get(relname));
    const place = cte ? undefined : places.get(relname);
    if (!cte && columns.has(relname) && !writes)
      uses.push({ table: relname, item: place ? relation.column(place) : undefined, writes, arm });
    scope.add(alias?.aliasname ?? relname, relation);
    return relation;
  };

  /** The class of an expression that is a column or a parameter; what is inside any other is read as well. */
  const value = (tree: Tree | undefined, scope: Scope): number | undefined => {
    if (!tree) return undefined;
    const { ParamRef, ColumnRef, TypeCast, SubLink } = tree;
    if (ParamRef) return classes.parameter(ParamRef.number);
    if (TypeCast) return value(TypeCast.arg, scope);
    if (ColumnRef) {
      const [first = '', second] = namesIn(ColumnRef.fields);
      return second === undefined ? scope.column(first) : scope.relation(first)?.column(second);
    }
    if (SubLink?.subLinkType === 'EXPR_SUBLINK') return query(SubLink.subselect, scope).columns[0];
    walk(tree, scope);
    return undefined;
  };

  /** Reads a condition that holds: what it compares by equality is one class. */
  const holds = (tree: Tree | undefined, scope: Scope): void => {
    const { BoolExpr, A_Expr, SubLink } = tree ?? {};
    if (BoolExpr?.boolop === 'AND_EXPR') for (const each of BoolExpr.args) holds(each, scope);
    else if (A_Expr?.kind === 'AEXPR_OP' && A_Expr.name[0].String.sval === '=')
      classes.unite(value(A_Expr.lexpr, scope), value(A_Expr.rexpr, scope));
    else if (SubLink?.subLinkType === 'ANY_SUBLINK')
      classes.unite(value(SubLink.testexpr, scope), query(SubLink.subselect, scope).columns[0]);
    else walk(tree, scope);
  };

  /** Finds queries, and functions, in anything. */
  const walk = (tree: unknown, scope: Scope): void => {
    if (Array.isArray(tree)) for (const each of tree) walk(each, scope);
    if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return;
    const { SelectStmt, FuncCall } = tree as Tree;
    if (SelectStmt) return void query(tree, scope);
    const name = namesIn(FuncCall?.funcname).at(-1) ?? '';
    if (VOLATILE.has(name)) volatile.add(name);
    for (const each of Object.values(tree)) walk(each, scope);
  };

  const from = (tree: Tree, scope: Scope): void => {
    const { RangeVar, JoinExpr, RangeSubselect, RangeFunction } = tree;
    if (RangeVar) table(RangeVar, scope);
    else if (JoinExpr) {
      from(JoinExpr.larg, scope);
      from(JoinExpr.rarg, scope);
      for (const name of namesIn(JoinExpr.usingClause)) {
        const [first, ...others] = scope.relations.filter((relation) => relation.has(name));
        for (const other of others) classes.unite(first?.column(name), other.column(name));
      }
      holds(JoinExpr.quals, scope);
    } else if (RangeSubselect)
      scope.add(RangeSubselect.alias?.aliasname ?? '', query(RangeSubselect.subquery, scope));
    else if (RangeFunction) {
      walk(RangeFunction.functions, scope);
      const { aliasname = '', colnames } = RangeFunction.alias ?? {};
      scope.add(aliasname, new Relation(classes, new Set([aliasname, ...namesIn(colnames)])));
    }
  };

  const output = (targets: Tree[] = [], scope: Scope): Relation => {
    const made = new Relation(classes);
    targets.forEach(({ ResTarget: { name, val } }, i) => {
      const fields = val.ColumnRef?.fields as Tree[] | undefined;
      if (fields?.at(-1)?.A_Star) {
        const of = fields[0]?.String?.sval as string | undefined;
        made.stars.push(
          ...(of === undefined ? scope.relations : [scope.relation(of)].filter((each) => each !== undefined)),
        );
      } else made.set(name ?? fields?.at(-1)?.String?.sval ?? `?${i}`, value(val, scope) ?? classes.make());
    });
    return made;
  };

  const ctes = ({ withClause }: Tree, scope: Scope): void => {
    found.isRecursive ||= withClause?.recursive === true;
    for (const {
      CommonTableExpr: { ctename, ctequery, aliascolnames },
    } of withClause?.ctes ?? []) {
      const names = namesIn(aliascolnames);
      if (withClause.recursive) scope.addCte(ctename, new Relation(classes, new Set(names)));
      const made = query(ctequery, scope);
      const named = new Relation(classes);
      names.forEach((name, i) => named.set(name, made.columns[i] ?? classes.make()));
      scope.addCte(ctename, aliascolnames ? named : made);
    }
  };

  const insert = (tree: Tree, scope: Scope): Relation => {
    const { relation, cols = [], selectStmt, onConflictClause, returningList } = tree;
    const target = table(relation, scope, true);
    const names = (cols as Tree[]).map(({ ResTarget }) => ResTarget.name as string);
    const [row] = (selectStmt?.SelectStmt.valuesLists ?? []) as Tree[];
    const given: readonly (number | undefined)[] = row
      ? (row.List.items as Tree[]).map((item) => value(item, new Scope(scope)))
      : query(selectStmt ?? {}, scope).columns;
    const place = places.get(relation.relname);
    const at = place ? names.indexOf(place) : -1;
    if (at >= 0) classes.unite(target.column(place as string), given[at]);
    if (columns.has(relation.relname))
      uses.push({
        table: relation.relname,
        item: at >= 0 ? target.column(place as string) : undefined,
        writes: true,
        arm,
      });
    walk(onConflictClause, scope);
    return output(returningList, scope);
  };

  const change = (tree: Tree, scope: Scope): Relation => {
    const { relation, targetList = [], fromClause = [], usingClause = [], whereClause, returningList } = tree;
    const target = table(relation, scope, true);
    const place = places.get(relation.relname);
    if (columns.has(relation.relname))
      uses.push({
        table: relation.relname,
        item: place ? target.column(place) : undefined,
        writes: true,
        arm,
      });
    for (const each of [...fromClause, ...usingClause]) from(each, scope);
    for (const { ResTarget } of targetList) value(ResTarget.val, scope);
    holds(whereClause, scope);
    return output(returningList, scope);
  };

  function query(tree: Tree, outer: Scope): Relation {
    const scope = new Scope(outer);
    const { SelectStmt, InsertStmt, UpdateStmt, DeleteStmt } = tree;
    found.isWriting ||= !SelectStmt;
    const statement = (SelectStmt ?? InsertStmt ?? UpdateStmt ?? DeleteStmt) as Tree | undefined;
    if (!statement) return new Relation(classes);
    ctes(statement, scope);
    if (InsertStmt) return insert(InsertStmt, scope);
    if (!SelectStmt) return change(statement, scope);
    if (SelectStmt.larg) {
      const outside = arm;
      const [left, right] = [SelectStmt.larg, SelectStmt.rarg].map((each) => {
        arm = ++arms;
        return query({ SelectStmt: each }, scope);
      }) as [Relation, Relation];
      arm = outside;
      left.columns.forEach((column, i) => classes.unite(column, right.columns[i]));
      return left;
    }
    for (const each of SelectStmt.fromClause ?? []) from(each, scope);
    holds(SelectStmt.whereClause, scope);
    const { fromClause: _from, whereClause: _where, withClause: _with, targetList, ...others } = SelectStmt;
    walk(others, scope);
    return output(targetList, scope);
  }

  for (const { stmt } of parseSync(sql).stmts as { stmt: Tree }[]) query(stmt, new Scope());
  const { isRecursive, isWriting } = found;
  return { uses, classes, isRecursive, volatile: isWriting ? [...volatile] : [] };
}
