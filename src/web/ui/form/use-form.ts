import { type FormEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { complaints, type Complaints, type FormRefusal, type Issue, refused } from './form.rules.ts'

/** What a form holds: text fields and boxes by name. */
export type FormValues = Record<string, string | boolean | readonly string[]>

export interface FormOptions<V extends FormValues, S extends z.ZodMiniType> {
  /** The contract's schema of the call, or a part of it. */
  schema: S
  initial: V
  /** The sentence for what the schema complains of: `useComplain()` of lib/field-text. */
  complain: (issue: Issue) => string
  /** Sends what the schema made of the values; answers why it was refused. A failed envelope is such an answer. */
  submit: (values: z.output<S>) => Promise<FormRefusal | void>
}

/** What a text or choice field takes: `<TextField label="…" {...form.field('email')} />`. */
export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** What a box takes. */
export interface BoxProps {
  name: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

interface State<V> {
  values: V
  errors: Complaints
  formError: string | undefined
  pending: boolean
  /** Counts the refusals: each brings the focus to the first wrong field anew. */
  refusals: number
}

/**
 * The state of one form: values, a complaint a field, one for the whole, and whether it is on its way. A second submit while the first is on its way is
 * nothing; what was typed stays whatever happens.
 */
export function useForm<V extends FormValues, S extends z.ZodMiniType>(options: FormOptions<V, S>) {
  const [state, setState] = useState<State<V>>(() => ({
    values: options.initial,
    errors: {},
    formError: undefined,
    pending: false,
    refusals: 0,
  }))
  const ref = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const { values, errors, formError, pending } = state
  useFirstWrong(ref, state.refusals)

  const refuse = useCallback((refusal: FormRefusal) => {
    setState((now) => ({ ...now, ...refused(refusal, Object.keys(now.values)), refusals: now.refusals + 1 }))
  }, [])

  const set = useCallback((change: Partial<V>) => {
    setState((now) => {
      const errors = { ...now.errors }
      for (const name of Object.keys(change)) delete errors[name]
      return { ...now, values: { ...now.values, ...change }, errors, formError: undefined }
    })
  }, [])

  /** Checks and sends `values`: those shown, or those shown with a change that has only just been made. */
  async function send(change: Partial<V> = {}): Promise<void> {
    if (isBusy.current) return
    const parsed = z.safeParse(options.schema, { ...values, ...change }, { reportInput: true })
    if (!parsed.success) return refuse({ message: '', fields: complaints(parsed.error.issues, options.complain) })
    isBusy.current = true
    setState((now) => ({ ...now, errors: {}, formError: undefined, pending: true }))
    try {
      const refusal = await options.submit(parsed.data)
      if (refusal) refuse(refusal)
    } finally {
      isBusy.current = false
      setState((now) => ({ ...now, pending: false }))
    }
  }

  return {
    values,
    errors,
    formError,
    pending,
    set,
    refuse,
    send,
    /** For the form element. */
    form: {
      ref,
      noValidate: true,
      'aria-busy': pending || undefined,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        void send()
      },
      onKeyDown: keepComposition,
    },
    field: (name: keyof V & string): FieldProps => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (value) => set({ [name]: value } as Partial<V>),
    }),
    box: (name: keyof V & string): BoxProps => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (checked) => set({ [name]: checked } as Partial<V>),
    }),
  }
}

/** The Enter that ends a composition (Chinese input) chooses a word; it does not send the form. Safari has ended it by then and says so by key code 229. */
function keepComposition(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

/** After each refusal, focus goes to the first wrong field in the order of the page. */
function useFirstWrong(ref: { current: HTMLFormElement | null }, refusals: number): void {
  useLayoutEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
  }, [ref, refusals])
}
