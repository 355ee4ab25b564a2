import { classNames } from './class-names.ts'
import { ResponsiveImage } from './image.tsx'
import styles from './avatar.module.css'

export interface AvatarProps {
  src: string
  /** Its first character is shown where there is no image. */
  name: string
  /** Its width in px; without one it fills its box. */
  size?: number
  className?: string | undefined
}

export function Avatar({ src, name, size, className }: AvatarProps) {
  const style = size === undefined ? undefined : { width: size, height: size, borderRadius: Math.round(size * 0.22) }
  return (
    <span className={classNames(styles.avatar, className)} style={style} aria-hidden="true">
      <ResponsiveImage
        src={src}
        alt=""
        title={[...name][0] ?? ''}
        sizes={size === undefined ? '160px' : `${size}px`}
        to={480}
        priority="eager"
      />
    </span>
  )
}
