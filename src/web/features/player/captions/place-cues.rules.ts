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

export function letterboxOf(picture: Size, window: Size): number {
  if (window.width >= window.height || picture.width === 0) return 0
  return Math.max(0, (window.height - (window.width * picture.height) / picture.width) / 2)
}

const GAP_PX = 8

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
