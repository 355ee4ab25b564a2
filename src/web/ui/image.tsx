import { type Ref, useCallback } from 'react'
import { classNames } from './class-names.ts'
import { focusAttributes, imageAt, imageSrcSet } from './image.rules.ts'
import styles from './image.module.css'
import { useBrokenImage } from './use-broken-image.ts'

/** A point of an image, in percent from the left and from the top. */
export interface FocalPoint {
  x: number
  y: number
}

export interface ResponsiveImageProps {
  /** `/i/{hash}/{name}` (then sizes and formats are the server's), or any other address. Empty counts as broken. */
  src: string
  /** Empty where a title stands beside it. */
  alt: string
  /** CSS `sizes`; `CARD_SIZES` has those of cards. */
  sizes: string
  /** The narrowest and widest of the fixed widths worth offering. */
  from?: number
  to?: number
  /** Another image for narrow screens, chosen by the browser before it fetches. */
  narrow?: { src: string; media: string; sizes: string; focus?: FocalPoint | undefined } | undefined
  /** What stays in sight when the box crops the image. */
  focus?: FocalPoint | undefined
  /** high: the page's largest image; eager: on the first screen; lazy: the rest. */
  priority?: 'high' | 'eager' | 'lazy'
  /** Shown as text in place of an image that cannot be loaded. */
  title?: string
  className?: string | undefined
}

/** A responsive image that fills its box (the box sets the ratio, so nothing shifts). */
export function ResponsiveImage(props: ResponsiveImageProps) {
  const { src, alt, sizes, from = 160, to = 1920, narrow, focus, priority = 'lazy', title = alt, className } = props
  const source = { src: imageAt(src, 640), srcSet: imageSrcSet(src, { from, to }), sizes }
  const { isBroken, onFailed } = useBrokenImage(source)
  // An image that failed before hydration fires no further event.
  const check: Ref<HTMLImageElement> = useCallback(
    (img: HTMLImageElement | null) => {
      if (img?.complete && img.naturalWidth === 0 && img.currentSrc !== '') onFailed(img.getAttribute('src') ?? '')
    },
    [onFailed],
  )
  if (isBroken) {
    return (
      <span
        className={classNames(styles.broken, className)}
        role={alt ? 'img' : undefined}
        aria-label={alt || undefined}
      >
        {title}
      </span>
    )
  }
  const image = (
    <img
      ref={check}
      {...focusAttributes(focus, narrow?.focus)}
      className={classNames(styles.image, className)}
      alt={alt}
      {...source}
      loading={priority === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={priority === 'high' ? 'high' : undefined}
      decoding={priority === 'high' ? 'sync' : 'async'}
      draggable={false}
      onError={() => onFailed(source.src)}
    />
  )
  if (!narrow) return image
  return (
    <picture className={styles.picture}>
      <source
        media={narrow.media}
        sizes={narrow.sizes}
        srcSet={imageSrcSet(narrow.src, { from: 320, to: 1280 }) ?? narrow.src}
      />
      {image}
    </picture>
  )
}
