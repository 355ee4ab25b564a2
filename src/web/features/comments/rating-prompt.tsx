import { useState } from 'react'
import { getRating } from '#contract/comments.ts'
import { useCall } from '#web/kit/use-call.ts'
import { OwnRating } from './own-rating.tsx'

/** Asks for the stars of a title that was just watched; nothing where the account has given them before. */
export function RatingPrompt({ programId }: { programId: string }) {
  const { data } = useCall(getRating, { programId })
  // It stays once they are given, since they can be changed.
  const [isAsked, setAsked] = useState(false)
  if (data?.mine === null && !isAsked) setAsked(true)
  return data && isAsked ? <OwnRating programId={programId} mine={data.mine} /> : null
}
