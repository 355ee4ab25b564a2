import { type Box, clearBottom } from './place-cues.rules.ts'

/** Half the width of the storyboard image, with a margin, in CSS pixels. */
const PREVIEW_HALF = 150
/** The least space above captions. */
const MARGIN_PX = 8
/** One step down of the letters' size, and the smallest share of the chosen size. */
const SMALLER = 0.92
const SMALLEST = 0.45

/**
 * Moves captions above what they would touch, by the property `--lift`, and makes their letters smaller until they end below the
 * heading, by `--fit`. `block` is the element with the cues, `previewX` the middle of the storyboard image in CSS pixels, if any.
 */
export function placeCues(block: HTMLElement, previewX: number | null): void {
  const end = restingBottom(block)
  const preview = previewX === null ? [] : [previewBox(previewX, end - lengthOf(block.parentElement, '--preview'))]
  const obstacles = [...shown('[data-center]'), ...offers(), ...preview]
  const ceiling = Math.max(0, ...shown('[data-heading]').map(({ bottom }) => bottom)) + MARGIN_PX
  for (let fit = 1; ; fit *= SMALLER) {
    block.style.setProperty('--fit', String(fit))
    const { offsetWidth: width, offsetHeight: height } = block
    if (height === 0) return
    const left = (innerWidth - width) / 2
    const bottom = clearBottom({ left, right: left + width, top: end - height, bottom: end }, obstacles)
    block.style.setProperty('--lift', `${bottom - end}px`)
    if (bottom - height >= ceiling || fit * SMALLER < SMALLEST) return
  }
}

const previewBox = (x: number, top: number): Box => ({
  left: x - PREVIEW_HALF,
  right: x + PREVIEW_HALF,
  top,
  bottom: innerHeight,
})

/** The box of the offers where it will be when its transition is over; none while nothing is offered. */
function offers(): Box[] {
  const element = document.querySelector<HTMLElement>('[data-offers]')
  if (!element?.firstElementChild) return []
  const { left, right } = element.getBoundingClientRect()
  const top = element.offsetTop - lengthOf(element, '--raise')
  return [{ left, right, top, bottom: top + element.offsetHeight }]
}

/** The bottom edge of captions that nothing is in the way of. */
function restingBottom({ parentElement: place }: HTMLElement): number {
  if (!place) return 0
  const raised = lengthOf(place, '--end')
  return raised > 0 ? innerHeight - raised : place.offsetTop + place.offsetHeight
}

/** The box of the element with this selector; none while the controls are hidden. */
function shown(selector: string): Box[] {
  const element = document.querySelector(selector)
  if (!element?.closest('[data-shown]') || element.getClientRects().length === 0) return []
  return [element.getBoundingClientRect()]
}

/** A property in CSS pixels; 0 without it. */
const lengthOf = (element: Element | null, name: string): number =>
  (element && Number.parseFloat(getComputedStyle(element).getPropertyValue(name))) || 0
