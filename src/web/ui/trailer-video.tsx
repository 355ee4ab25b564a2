import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { MutedIcon, VolumeIcon } from './icons.tsx'

export interface TrailerVideoProps {
  src: string
  /** Has `data-moving` while it moves. */
  className: string | undefined
  soundClassName: string | undefined
  labels: { mute: string; unmute: string }
  iconSize?: number
  /** Shown while it moves; given its length in seconds. */
  children?: (length: number) => ReactNode
}

export function TrailerVideo({ src, className, soundClassName, labels, iconSize, children }: TrailerVideoProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [length, setLength] = useState(0)
  const [moving, setMoving] = useState(false)
  const [muted, setMuted] = useState(true)
  useEffect(() => {
    const element = video.current
    if (!element) return
    // React leaves `muted` out of the markup, and browsers start only a muted video without a click.
    element.muted = muted
    if (element.paused && !element.ended) element.play().catch(() => {})
  }, [muted])
  const Icon = muted ? MutedIcon : VolumeIcon
  return (
    <>
      <video
        ref={video}
        className={className}
        data-moving={moving || undefined}
        src={src}
        muted
        playsInline
        disablePictureInPicture
        preload="auto"
        tabIndex={-1}
        aria-hidden="true"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onPlaying={() => setMoving(true)}
        onEnded={() => setMoving(false)}
        onError={() => setMoving(false)}
      />
      {moving ? (
        <>
          {children?.(length)}
          <IconButton
            className={soundClassName}
            look="disc"
            label={muted ? labels.unmute : labels.mute}
            icon={iconSize === undefined ? <Icon /> : <Icon size={iconSize} />}
            onClick={() => setMuted(!muted)}
          />
        </>
      ) : null}
    </>
  )
}
