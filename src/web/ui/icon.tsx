import { createElement, type ReactNode } from 'react'
import type { IconNode } from 'lucide'

/** Hidden from screen readers: every icon stands beside a text or has a label. */
export interface IconProps {
  /** Width and height in px. */
  size?: number
}

export const SOLID = true

/** From the icon set (lucide: 24 px grid, round 2 px strokes). */
export const icon = (node: IconNode, solid = false) =>
  drawnIcon(
    node.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes })),
    solid,
  )

/** From our own shapes, for what the set lacks. */
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
