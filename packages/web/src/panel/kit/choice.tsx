import { at } from '../api.ts';

interface ChoiceProps {
  label: string;
  path: string;
  /** Query, title, and whether it is shown now. */
  options: readonly (readonly [query: string, title: string, isOpen: boolean])[];
}

/** Links to the states of a page, of which one is shown. */
export const Choice = ({ label, path, options }: ChoiceProps) => (
  <nav class="presets choice" aria-label={label}>
    {options.map(([query, title, isOpen]) => (
      <a key={query} class="chip" href={`${at(path)}${query}`} aria-current={isOpen ? 'true' : undefined}>
        {title}
      </a>
    ))}
  </nav>
);
