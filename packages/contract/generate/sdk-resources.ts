import type { Operation } from './document.ts';
export function sdkResources(operations: Operation[]): string {
  return operations.map((o) => `// ${o.id}\n`).join('');
}
