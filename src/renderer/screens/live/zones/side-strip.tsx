import { type ReactNode, useEffect, useRef } from 'react';

/** Things in one row, which the wheel pushes sideways. Its height stays, however many there are. */
export function SideStrip(props: {
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = list.current;
    const turn = (event: WheelEvent): void => {
      if (element === null || event.deltaY === 0 || event.shiftKey) {
        return;
      }
      const before = element.scrollLeft;
      element.scrollLeft += event.deltaY;
      if (element.scrollLeft !== before) {
        event.preventDefault(); // Otherwise the surrounding layout would move too.
      }
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  return (
    <ul ref={list} className={`side-strip ${props.className}`} aria-label={props.label}>
      {props.children}
    </ul>
  );
}
