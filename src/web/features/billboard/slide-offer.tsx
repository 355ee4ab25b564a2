import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { type OfferLabel, useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'

export interface SlideOfferProps {
  program: NonNullable<Banner['program']>
  onChange: (label: OfferLabel | undefined) => void
}

/** The price of renting. Draws nothing. */
export function SlideOffer({ program, onChange }: SlideOfferProps) {
  const { text, note, isShort = false } = useOfferLabel(program) ?? {}
  useEffect(() => {
    onChange(text === undefined || note === undefined ? undefined : { text, note, isShort })
  }, [text, note, isShort, onChange])
  return null
}
