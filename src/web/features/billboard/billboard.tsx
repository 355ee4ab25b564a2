import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Banner } from '#contract/banners.ts'
import { useSettled } from '#web/kit/use-hydrated.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PauseIcon, PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { MAX_SLIDES, slideAfter, mayAdvance, reachesTop, SLIDE_MS } from './billboard.rules.ts'
import { SlideText } from './slide-text.tsx'
import styles from './billboard.module.css'
import { useReducedMotion } from '#web/kit/use-media-query.ts'

/** The preload in the page's head must use the same. Below the rendered width: a 1440 px screen loads the image of 1280. */
export const BILLBOARD_SIZES = '88vw'
/** Not a desktop at 200 % zoom. */
export const UPRIGHT_MEDIA = '(max-width: 767.98px) and (orientation: portrait)'
export const WIDE_MEDIA = '(min-width: 768px), (orientation: landscape)'
export const UPRIGHT_SIZES = `${UPRIGHT_MEDIA} 100vw, 0px`

export const uprightArt = (banner: Banner): string =>
  banner.bannerImagePortrait || banner.program?.artImageURL || banner.bannerImage

/** Rotates; can be paused, stops under pointer or focus, follows the arrow keys. */
export function Billboard({ banners }: { banners: readonly Banner[] }) {
  const { home } = useShellText()
  const slides = banners.slice(0, MAX_SLIDES)
  const { section, index, paused, moving, show, step, togglePause, setAttended } = useSlides(slides.length)
  const settled = useSettled()
  const banner = slides[index]
  if (!banner) return null
  const next = slideAfter(index, 1, slides.length)
  const previous = slideAfter(index, -1, slides.length)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else return
    event.preventDefault()
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setAttended(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no action: it only pauses the rotation
    <section
      ref={section}
      className={styles.billboard}
      aria-roledescription="carousel"
      aria-label={home.billboard}
      onPointerEnter={(event) => setAttended(event.pointerType === 'mouse')}
      onPointerLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
      onBlur={onBlur}
    >
      {slides.map((slide, at) =>
        at === index || (settled && (at === next || at === previous)) ? (
          <div
            key={slide.bannerId}
            className={classNames(styles.art, at === index && styles.current)}
            data-lowered={reachesTop(slide.focus) ? '' : undefined}
            aria-hidden="true"
          >
            <ResponsiveImage
              src={slide.bannerImage}
              alt=""
              title=""
              preview={slide.bannerPreview}
              sizes={BILLBOARD_SIZES}
              from={640}
              focus={slide.focus}
              narrow={{
                src: uprightArt(slide),
                media: UPRIGHT_MEDIA,
                sizes: UPRIGHT_SIZES,
                focus: slide.focusPortrait,
              }}
              priority={at === 0 ? 'high' : 'eager'}
            />
          </div>
        ) : null,
      )}
      <div className={styles.scrim} />
      {/* A box of its own for each slide: one box for texts of different heights would be a layout shift every seven seconds. */}
      <div
        key={banner.bannerId}
        className={styles.text}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the carousel pattern asks for a group; a fieldset is for fields
        role="group"
        aria-roledescription="slide"
        aria-label={home.slide(index + 1, slides.length)}
      >
        <SlideText banner={banner} />
      </div>
      {slides.length > 1 ? (
        <div
          className={styles.controls}
          role="toolbar"
          aria-label={home.billboardControls}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          <IconButton
            look="disc"
            label={paused ? home.resume : home.pause}
            icon={paused ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
            onClick={togglePause}
          />
          {slides.map((slide, at) => (
            <button
              key={slide.bannerId}
              type="button"
              className={classNames(
                styles.dot,
                at === index && styles.dotCurrent,
                at === index && moving && styles.dotMoving,
              )}
              aria-label={home.goToSlide(at + 1, slide.program?.title ?? slide.title)}
              aria-current={at === index ? 'true' : undefined}
              onClick={() => show(at)}
            >
              <span />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

export function BillboardSkeleton() {
  return <div className={styles.billboard} aria-hidden="true" data-skeleton="" />
}

function useSlides(count: number) {
  const section = useRef<HTMLElement>(null)
  const [index, setIndex] = useState(0)
  const [choice, setChoice] = useState<'play' | 'pause' | undefined>(undefined)
  const [attended, setAttended] = useState(false)
  const reduced = useReducedMotion()
  const hidden = useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  )
  const paused = choice ? choice === 'pause' : reduced
  const moving = mayAdvance({ count, paused, attended, hidden })

  useEffect(() => {
    if (!moving) return undefined
    const timer = setInterval(() => {
      // A slide waits for its image.
      const images = [...(section.current?.querySelectorAll('img') ?? [])]
      if (images.every(({ complete }) => complete)) setIndex(slideAfter(index, 1, count))
    }, SLIDE_MS)
    return () => clearInterval(timer)
  }, [moving, index, count])

  return {
    section,
    index: Math.min(index, Math.max(0, count - 1)),
    paused,
    moving,
    show: setIndex,
    step: (by: number) => setIndex((at) => slideAfter(at, by, count)),
    togglePause: () => setChoice(paused ? 'play' : 'pause'),
    setAttended,
  }
}

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
