import { useEffect, useRef } from 'react';

/** Observes a video element while it shows one stream; the returned function stops it. */
export type VideoWatch = (video: HTMLVideoElement) => () => void;

/** A stream as a muted video that fills its container. */
export function StreamVideo(props: {
  readonly stream: MediaStream | null;
  readonly label: string;
  readonly id?: string | undefined;
  readonly isMirrored?: boolean | undefined;
  readonly watch?: VideoWatch | undefined;
}) {
  const { stream, watch } = props;
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) {
      return undefined;
    }
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  useEffect(() => {
    const element = video.current;
    return element === null ? undefined : watch?.(element);
  }, [watch]);
  return (
    <video
      ref={video}
      id={props.id}
      className="stage-picture"
      data-mirrored={props.isMirrored}
      aria-label={props.label}
      autoPlay
      muted
      playsInline
    />
  );
}
