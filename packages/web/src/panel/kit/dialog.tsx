import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: ComponentChildren;
  children: ComponentChildren;
  /** The person wants it closed. It stays until it is no longer rendered. */
  onClose: () => void;
}

/** A question that has to be answered first. The focus returns to where it was. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeaving = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement as HTMLElement | null;
    element.showModal();
    return () => {
      isLeaving.current = true;
      element.close();
      if (!opener?.isConnected) document.getElementById('title')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // A browser may close it without asking when Escape is pressed twice.
      onClose={() => {
        if (isLeaving.current) return;
        dialog.current?.showModal();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
