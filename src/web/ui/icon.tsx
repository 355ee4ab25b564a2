import { createElement, type ReactNode } from 'react'
import type { IconNode } from 'lucide'

/** Every icon is decoration beside a text or a label: it is hidden from screen readers. */
export interface IconProps {
  /** Width and height in px. */
  size?: number
}

/** Filled as well as stroked. */
export const SOLID = true

/** Makes an icon component from the data of the icon set (lucide: 24 px grid, round 2 px strokes). */
export const icon = (node: IconNode, solid = false) =>
  drawnIcon(
    node.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes })),
    solid,
  )

/** Makes an icon component from our own shapes, for what the set does not have. */
export function drawnIcon(shapes: ReactNode, solid = false) {
  return function Icon({ size = 20 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill={solid ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shapes}
      </svg>
    )
  }
}
