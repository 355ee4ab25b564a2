import { type Ref, useCallback, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { focusAttributes, imageAt, imageSrcSet } from './image.rules.ts'
import styles from './image.module.css'

/** In percent from the left and from the top. */
export interface FocalPoint {
  x: number
  y: number
}

export interface ResponsiveImageProps {
  /** `/i/{hash}/{name}` (then sizes and formats are the server's), or any other address. Empty counts as broken. */
  src: string
  /** Empty where a title stands beside it. */
  alt: string
  sizes: string
  from?: number
  to?: number
  /** Another image for narrow screens, chosen by the browser before it fetches. */
  narrow?: { src: string; media: string; sizes: string; focus?: FocalPoint | undefined } | undefined
  /** What stays in sight when the box crops the image. */
  focus?: FocalPoint | undefined
  /** high: the page's largest image; eager: on the first screen; lazy: the rest. */
  priority?: 'high' | 'eager' | 'lazy'
  /** Stands in the box until the image is there, and in place of one that is broken. */
  title?: string
  /** A data URL of some 140 bytes, blurred until the image is there. */
  preview?: string | undefined
  className?: string | undefined
}

/** It fills its box, which sets the ratio, so that nothing shifts. Until it is loaded, the box shows its preview or its title. */
export function ResponsiveImage({ className, ...props }: ResponsiveImageProps) {
  const { alt, title = alt, preview } = props
  if (!title && !preview) return <LoadedImage {...props} className={className} />
  return (
    <span className={classNames(styles.frame, className)}>
      {title ? <span className={styles.title} data-title={title} aria-hidden="true" /> : null}
      {preview ? <img className={styles.preview} src={preview} alt="" /> : null}
      <LoadedImage {...props} />
    </span>
  )
}

function LoadedImage(props: ResponsiveImageProps) {
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

/** Seconds before each further try: a server that was busy making other images may have made it by then. */
const RETRY_SECONDS = [2, 8, 30]

interface ImageSource {
  src: string
  srcSet: string | undefined
  sizes: string
}

/** Tries again in the background, three times and when the network is back. */
function useBrokenImage({ src, srcSet, sizes }: ImageSource) {
  const [{ failedSrc, failures, isLoaded }, setState] = useState({ failedSrc: '', failures: 0, isLoaded: false })
  const isBroken = src !== '' && failedSrc === src && !isLoaded
  const onFailed = useCallback(
    (failed: string) =>
      setState((before) => ({
        failedSrc: failed,
        failures: before.failedSrc === failed ? before.failures + 1 : 1,
        isLoaded: false,
      })),
    [],
  )
  useEffect(() => {
    if (!isBroken) return
    const image = new Image()
    const ended = new AbortController()
    const { signal } = ended
    image.addEventListener('load', () => setState((before) => ({ ...before, isLoaded: true })), { signal })
    image.addEventListener('error', () => onFailed(src), { signal })
    const load = () => {
      image.sizes = sizes
      if (srcSet !== undefined) image.srcset = srcSet
      image.src = src
    }
    addEventListener('online', load, { signal, once: true })
    const seconds = RETRY_SECONDS[failures - 1]
    // Images of a page fail together: they are asked for again over half as long.
    const retry = () => {
      // Offline it waits for the event.
      if (navigator.onLine) load()
    }
    const timer = seconds && setTimeout(retry, seconds * (1 + Math.random() / 2) * 1_000)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [isBroken, failures, src, srcSet, sizes, onFailed])
  return { isBroken: src === '' || isBroken, onFailed }
}
