import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'

export interface SlideOfferProps {
  program: NonNullable<Banner['program']>
  onChange: (label: { text: string; note: string } | undefined) => void
}

/** What renting takes. Draws nothing. */
export function SlideOffer({ program, onChange }: SlideOfferProps) {
  const { text, note } = useOfferLabel(program) ?? {}
  useEffect(() => {
    onChange(text === undefined || note === undefined ? undefined : { text, note })
  }, [text, note, onChange])
  return null
}
