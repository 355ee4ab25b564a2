/** A rectangle on the screen, in CSS pixels. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The black above the picture, and below it, in an upright window; 0 in a wide one. CSS pixels. */
export function letterboxOf(picture: Size, window: Size): number {
  if (window.width >= window.height || picture.width === 0) return 0
  return Math.max(0, (window.height - (window.width * picture.height) / picture.width) / 2)
}

/** Kept between captions and what is beside them. */
const GAP_PX = 8

/** The bottom edge at which captions touch none of the `obstacles`: `block.bottom`, or above those that are in the way. */
export function clearBottom(block: Box, obstacles: readonly Box[]): number {
  const height = block.bottom - block.top
  const beside = obstacles.filter(({ left, right }) => right > block.left && left < block.right)
  return beside
    .toSorted((a, b) => b.top - a.top)
    .reduce(
      (bottom, { top, bottom: end }) =>
        bottom > top - GAP_PX && bottom - height < end + GAP_PX ? top - GAP_PX : bottom,
      block.bottom,
    )
}
