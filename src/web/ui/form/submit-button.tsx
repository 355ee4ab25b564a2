import { Button } from '../button.tsx'

export interface SubmitButtonProps {
  children: string
  pending: boolean
  busyText: string
  /** Why it cannot be sent yet, in place of its own words. */
  waiting?: string | undefined
}

export function SubmitButton({ children, pending, busyText, waiting }: SubmitButtonProps) {
  return (
    <Button
      look="primary"
      size="l"
      type="submit"
      wide
      busy={pending}
      busyText={busyText}
      disabled={waiting !== undefined}
    >
      {waiting ?? children}
    </Button>
  )
}
