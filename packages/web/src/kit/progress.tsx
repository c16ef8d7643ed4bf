import { size, t } from '../i18n.ts';

interface ProgressProps {
  label: string;
  loaded: number;
  total: number | undefined;
}

/** How far it is; read aloud when it changes by much. */
export const Progress = ({ label, loaded, total }: ProgressProps) => (
  <div class="progress">
    <progress aria-label={label} max={total ?? undefined} value={total === undefined ? undefined : loaded} />
    <small>
      {total === undefined ? size(loaded) : t('file.progress', { loaded: size(loaded), total: size(total) })}
    </small>
  </div>
);
