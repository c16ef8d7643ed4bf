import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PACKAGES = join(import.meta.dirname, '../..');

/** Export of a module. */
export interface Exported {
  name: string;
  /** Declared symbol of the name. */
  symbol: ts.Symbol;
}

/** Exports of an entry point, by the name it is imported under. */
export interface EntryPoint {
  name: string;
  exported: Exported[];
}

/** The entry points of a package in `packages/`, read from its sources alone. */
export function exportsOf(folder: 'sdk' | 'testing'): { checker: ts.TypeChecker; entries: EntryPoint[] } {
  const source = join(PACKAGES, folder);
  const { name, exports } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string>;
  };
  const program = ts.createProgram(globSync(join(source, 'src/**/*.ts')), {
    ...{ noEmit: true, allowImportingTsExtensions: true, strict: true, skipLibCheck: true, noResolve: true },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, types: [] },
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const entries = Object.entries(exports).map(([subpath, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(source, file))!)!;
    const exported = checker.getExportsOfModule(module).map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }));
    return { name: name + subpath.slice(1), exported };
  });
  return { checker, entries };
}
