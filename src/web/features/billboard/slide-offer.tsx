import { useEffect } from 'react'
import type { Banner } from '#contract/banners.ts'
import { useOfferLabel } from '#web/viewer/rentals/use-offer-label.ts'

export interface SlideOfferProps {
  program: NonNullable<Banner['program']>
  onChange: (label: { text: string; note: string } | undefined) => void
}

/** Finds out what renting the title of a slide takes, like the button of the details. It draws nothing. */
export function SlideOffer({ program, onChange }: SlideOfferProps) {
  const { text, note } = useOfferLabel(program) ?? {}
  useEffect(() => {
    onChange(text === undefined || note === undefined ? undefined : { text, note })
  }, [text, note, onChange])
  return null
}
