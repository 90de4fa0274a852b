import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import {
  placedJointNames,
  type PlacedJointName,
  type PlacedJoints,
  type PlacedPoint,
} from '../../../../contract/placed-joints.ts';
import { useText } from '../../../i18n/use-text.ts';
import './joint-editor.css';

/** Joints that bones connect. */
const bones: readonly (readonly [PlacedJointName, PlacedJointName])[] = [
  ['leftShoulder', 'rightShoulder'],
  ['leftHip', 'rightHip'],
  ...(['left', 'right'] as const).flatMap((side): [PlacedJointName, PlacedJointName][] => [
    ['face', `${side}Shoulder`],
    [`${side}Shoulder`, `${side}Elbow`],
    [`${side}Elbow`, `${side}Wrist`],
    [`${side}Shoulder`, `${side}Hip`],
    [`${side}Hip`, `${side}Knee`],
    [`${side}Knee`, `${side}Ankle`],
  ]),
];

/** Step of an arrow key, and with Shift, as fractions of the image. */
const steps = { fine: 0.005, coarse: 0.03 } as const;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Image with the joints of its person, which are dragged, or moved with arrow keys. */
export function JointStage(props: {
  readonly url: string;
  readonly joints: PlacedJoints;
  readonly onMove: (name: PlacedJointName, to: PlacedPoint) => void;
}) {
  const { url, joints, onMove } = props;
  const stage = useRef<HTMLDivElement>(null);
  const drag = (name: PlacedJointName, { clientX, clientY }: PointerEvent): void => {
    const box = stage.current?.getBoundingClientRect();
    if (box !== undefined && box.width > 0 && box.height > 0) {
      onMove(name, {
        x: clampToSide((clientX - box.left) / box.width),
        y: clampToSide((clientY - box.top) / box.height),
      });
    }
  };
  return (
    <div className="joint-stage" ref={stage}>
      <img className="joint-picture" src={url} alt="" draggable={false} />
      <svg className="joint-bones" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {bones.map(([from, to]) => (
          <line
            key={`${from} ${to}`}
            data-side={toSide(to)}
            x1={joints[from].x}
            y1={joints[from].y}
            x2={joints[to].x}
            y2={joints[to].y}
          />
        ))}
      </svg>
      {placedJointNames.map((name) => (
        <JointHandle
          key={name}
          name={name}
          at={joints[name]}
          onDrag={(event) => drag(name, event)}
          onMove={(to) => onMove(name, to)}
        />
      ))}
    </div>
  );
}

function JointHandle(props: {
  readonly name: PlacedJointName;
  readonly at: PlacedPoint;
  readonly onDrag: (event: PointerEvent) => void;
  readonly onMove: (to: PlacedPoint) => void;
}) {
  const { name, at, onDrag, onMove } = props;
  const { t } = useText();
  const style: CSSProperties = { left: `${at.x * 100}%`, top: `${at.y * 100}%` };
  const press = (event: KeyboardEvent): void => {
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (x !== 0 || y !== 0) {
      event.preventDefault();
      const step = event.shiftKey ? steps.coarse : steps.fine;
      onMove({ x: clampToSide(at.x + x * step), y: clampToSide(at.y + y * step) });
    }
  };
  const label = t(`create.joints.${name}`);
  return (
    <button
      type="button"
      className="joint-handle"
      data-side={toSide(name)}
      data-joint={name}
      style={style}
      title={label}
      aria-label={t('create.joints.point', {
        joint: label,
        x: Math.round(at.x * 100),
        y: Math.round(at.y * 100),
      })}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          onDrag(event);
        }
      }}
      onKeyDown={press}
    />
  );
}

function toSide(name: PlacedJointName): 'left' | 'right' | 'middle' {
  return name.startsWith('left') ? 'left' : name.startsWith('right') ? 'right' : 'middle';
}

function clampToSide(value: number): number {
  return Math.max(0, Math.min(1, value));
}
