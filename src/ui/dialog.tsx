import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './button.tsx';
import './dialog.css';

interface FrameProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly width?: 'palette' | 'map' | 'tour' | undefined;
  readonly role?: 'alertdialog' | undefined;
  /** A press beside it does not close it. */
  readonly isSticky?: boolean | undefined;
  /** Name of a dialog without a visible title. */
  readonly label?: string | undefined;
}

/** The bare frame of a modal: scrim, focus trap, Escape. For dialogs with a head use {@link Dialog}. */
export function DialogFrame(props: FrameProps) {
  const { isOpen, onClose, children, width, role, label, isSticky = false } = props;
  return (
    <ModalOverlay
      className="ui-scrim"
      data-place={width === 'palette' ? 'top' : undefined}
      isOpen={isOpen}
      isDismissable={role === undefined && !isSticky}
      onOpenChange={(open) => {
        if (!open) {
          onClose();
        }
      }}
    >
      <Modal className="ui-modal" data-width={width}>
        <AriaDialog
          className="ui-dialog"
          role={role ?? 'dialog'}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** A question or a text above the screen, with its actions at the bottom. Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly width?: 'map' | undefined;
  readonly role?: 'alertdialog' | undefined;
}) {
  const { title, closeLabel, children, actions, ...frame } = props;
  return (
    <DialogFrame {...frame}>
      <div className="ui-dialog-head">
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        <IconButton slot="close" label={closeLabel} icon={X} />
      </div>
      <div className="ui-dialog-body">{children}</div>
      {actions === undefined ? null : <div className="ui-dialog-actions">{actions}</div>}
    </DialogFrame>
  );
}
