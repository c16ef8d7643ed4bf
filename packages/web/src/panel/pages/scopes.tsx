import type { components } from '@tempshare/contract/account/types';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../../i18n.ts';

export type Scope = components['schemas']['Scope'];
type Feature = Scope extends `${infer Name}:${string}` ? Name : never;

/** Scopes with the preset that includes them. The contract's list: a scope that is missing here does not compile. */
const PRESET_OF: Record<Scope, 'send' | 'read' | 'manage'> = {
  'transfer:create': 'send',
  'transfer:read': 'read',
  'transfer:delete': 'manage',
  'secret:create': 'send',
  'request:create': 'send',
  'request:read': 'read',
  'room:create': 'send',
  'room:write': 'send',
  'webhook:read': 'read',
  'webhook:write': 'manage',
};

/** All scopes, grouped by feature. */
export const SCOPES = Object.keys(PRESET_OF) as Scope[];

/** Sets of scopes that fit most programs. */
export const PRESETS = {
  send: SCOPES.filter((scope) => PRESET_OF[scope] === 'send'),
  read: SCOPES.filter((scope) => PRESET_OF[scope] === 'read'),
  all: SCOPES,
} as const;
export type Preset = keyof typeof PRESETS;

const featureOf = (scope: Scope): Feature => scope.split(':')[0] as Feature;

interface ScopeChecksProps {
  legend: string;
  /** Scopes to choose from. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  onChoose: (chosen: Scope[]) => void;
  /** Shown above them. */
  children?: ComponentChildren;
}

/** Scopes to be chosen, grouped by feature, each with what it allows. */
export function ScopeChecks({ legend, offered, chosen, onChoose, children }: ScopeChecksProps) {
  const id = useId();
  const features = [...new Set(offered.map(featureOf))];
  return (
    <fieldset class="scopes">
      <legend>{legend}</legend>
      {children}
      {features.map((feature) => (
        <div key={feature} role="group" aria-labelledby={`${id}-${feature}`}>
          <span id={`${id}-${feature}`} class="group">
            {t(`feature.${feature}`)}
          </span>
          {offered
            .filter((scope) => featureOf(scope) === feature)
            .map((scope) => (
              <label key={scope} class="check">
                <input
                  type="checkbox"
                  name="scopes"
                  value={scope}
                  checked={chosen.includes(scope)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose(offered.filter((one) => (one === scope ? checked : chosen.includes(one))))
                  }
                />
                <span>
                  <code dir="ltr">{scope}</code>
                  <small>{t(`scope.${scope}`)}</small>
                </span>
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}
