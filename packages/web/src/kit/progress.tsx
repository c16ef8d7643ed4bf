import { size, t } from '../i18n.ts';

interface ProgressProps {
  label: string;
  loaded: number;
  total: number | undefined;
}

/** How far it is; read aloud when it changes by much. */
export const Progress = ({ label, loaded, total }: ProgressProps) => {
  // Until a file has arrived, an upload stays one byte below its size.
  const isSent = loaded + 1 === total;
  return (
    <div class="progress">
      <progress aria-label={label} max={total} value={total === undefined || isSent ? undefined : loaded} />
      <small>
        {total === undefined || isSent
          ? size(loaded)
          : t('file.progress', { loaded: size(loaded), total: size(total) })}
      </small>
    </div>
  );
};
