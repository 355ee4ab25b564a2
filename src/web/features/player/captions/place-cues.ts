import { type Box, clearBottom } from './place-cues.rules.ts'

/** Half the width of the storyboard image, with a margin. */
const PREVIEW_HALF = 150
/** The least space above captions. */
const MARGIN_PX = 8
/** One step down of the letters' size, and the smallest share of the chosen size. */
const SMALLER = 0.92
const SMALLEST = 0.45

/**
 * Moves captions above what they would touch, by the property `--lift`, and makes their letters smaller until they end below the
 * heading, by `--fit`. `block` is the element with the cues, `previewX` the middle of the storyboard image, if any.
 */
export function placeCues(block: HTMLElement, previewX: number | null): void {
  const others = obstacles(block, previewX)
  const headings = shown(document.querySelector('[data-heading]'))
  const ceiling = Math.max(0, ...headings.map(({ bottom }) => bottom)) + MARGIN_PX
  const end = restingBottom(block)
  for (let fit = 1; ; fit *= SMALLER) {
    block.style.setProperty('--fit', String(fit))
    const { offsetWidth: width, offsetHeight: height } = block
    if (height === 0) return
    const left = (innerWidth - width) / 2
    const bottom = clearBottom({ left, right: left + width, top: end - height, bottom: end }, others)
    block.style.setProperty('--lift', `${bottom - end}px`)
    if (bottom - height >= ceiling || fit * SMALLER < SMALLEST) return
  }
}

/** What captions keep clear of, where it will be when the transitions are over. */
function obstacles(block: HTMLElement, previewX: number | null): Box[] {
  const offers = document.querySelector<HTMLElement>('[data-offers]')
  const offer = offers?.firstElementChild
  const preview = lengthOf(block.parentElement, '--preview')
  return [
    ...shown(document.querySelector('[data-center]')),
    ...(offers && offer ? [offerBox(offers)] : []),
    ...(previewX === null
      ? []
      : [
          {
            left: previewX - PREVIEW_HALF,
            right: previewX + PREVIEW_HALF,
            top: restingBottom(block) - preview,
            bottom: innerHeight,
          },
        ]),
  ]
}

function offerBox(offers: HTMLElement): Box {
  const { left, right } = offers.getBoundingClientRect()
  const top = offers.offsetTop - lengthOf(offers, '--raise')
  return { left, right, top, bottom: top + offers.offsetHeight }
}

/** The bottom edge of captions that nothing is in the way of. */
function restingBottom({ parentElement: place }: HTMLElement): number {
  return place ? innerHeight - (lengthOf(place, '--end') || innerHeight - place.offsetTop - place.offsetHeight) : 0
}

/** The box of an element; none while it is not on the screen. */
function shown(element: Element | null): Box[] {
  if (!element?.closest('[data-shown]') || element.getClientRects().length === 0) return []
  return [element.getBoundingClientRect()]
}

/** A property in CSS pixels; 0 without it. */
const lengthOf = (element: Element | null, name: string): number =>
  (element && Number.parseFloat(getComputedStyle(element).getPropertyValue(name))) || 0
