/** Values that a statement compares for equality are one class: columns of its relations, parameters, constants. */
export class Classes {
  readonly #parents: number[] = [];
  readonly #parameters = new Map<number, number>();

  make(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  parameter(number: number): number {
    const known = this.#parameters.get(number);
    if (known !== undefined) return known;
    const made = this.make();
    this.#parameters.set(number, made);
    return made;
  }

  unite(a: number | undefined, b: number | undefined): void {
    if (a !== undefined && b !== undefined) this.#parents[this.root(a)] = this.root(b);
  }

  root(value: number): number {
    const parent = this.#parents[value] as number;
    return parent === value ? value : this.root(parent);
  }

  /** The numbers of the parameters that a value equals. */
  parametersOf(value: number): number[] {
    return [...this.#parameters].flatMap(([number, each]) =>
      this.root(each) === this.root(value) ? [number] : [],
    );
  }
}

/** A source of columns in a statement: a table, or the rows of a query or function. */
export class Relation {
  readonly #classes: Classes;
  readonly #columns = new Map<string, number>();
  readonly #order: number[] = [];
  /** Sources whose columns are among its own, by `*`. */
  readonly stars: Relation[] = [];
  /** The columns of a table; undefined for one whose columns are all listed here. */
  readonly #names: ReadonlySet<string> | undefined;

  constructor(classes: Classes, names?: ReadonlySet<string>) {
    this.#classes = classes;
    this.#names = names;
  }

  has(name: string): boolean {
    return (
      this.#columns.has(name) || this.#names?.has(name) === true || this.stars.some((star) => star.has(name))
    );
  }

  column(name: string): number {
    const known = this.#columns.get(name) ?? this.stars.find((star) => star.has(name))?.column(name);
    if (known !== undefined) return known;
    const made = this.#classes.make();
    this.#columns.set(name, made);
    return made;
  }

  set(name: string, value: number): void {
    this.#columns.set(name, value);
    this.#order.push(value);
  }

  /** The columns in their order, as far as they are named one by one. */
  get columns(): readonly number[] {
    return this.#order;
  }
}

/** The relations that names in an expression stand for, and those around it. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #relations = new Map<string, Relation>();
  readonly #ctes = new Map<string, Relation>();

  constructor(parent?: Scope) {
    this.#parent = parent;
  }

  add(alias: string, relation: Relation): void {
    this.#relations.set(alias, relation);
  }

  addCte(name: string, relation: Relation): void {
    this.#ctes.set(name, relation);
  }

  cte(name: string): Relation | undefined {
    return this.#ctes.get(name) ?? this.#parent?.cte(name);
  }

  relation(alias: string): Relation | undefined {
    return this.#relations.get(alias) ?? this.#parent?.relation(alias);
  }

  get relations(): Relation[] {
    return [...this.#relations.values()];
  }

  column(name: string): number | undefined {
    const found = this.relations.find((relation) => relation.has(name));
    return found ? found.column(name) : this.#parent?.column(name);
  }
}
