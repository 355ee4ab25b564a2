import { type FormEvent, type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useFieldMessages } from './field-messages.ts'
import {
  type FieldErrors,
  fieldErrors,
  type FormRefusal,
  type Issue,
  presentRefusal,
  withKeptErrors,
} from './form.rules.ts'
import { useAction } from './use-submit.ts'

export type FormValues = Record<string, string | boolean | readonly string[]>

/** What became of a form: a refusal, or anything else for a success. An envelope fits. */
export type FormResult = FormRefusal | { result: 'SUCCESS' } | undefined | void

export interface FormOptions<V extends FormValues, S extends z.ZodMiniType> {
  /** The contract's schema of the call, or a part of it. */
  schema: S
  initial: V
  messageOf?: (issue: Issue) => string
  /** Sends the parsed values, mostly by `useSubmit`. */
  submit: (values: z.output<S>) => Promise<FormResult>
}

interface State<V> {
  values: V
  errors: FieldErrors
  formError: string | undefined
  /** Number of refusals so far: each one moves the focus. */
  refusals: number
}

/** A second submit while the first is under way does nothing. Values stay after a refusal; the focus moves to the first wrong field. */
export function useForm<V extends FormValues, S extends z.ZodMiniType>(options: FormOptions<V, S>) {
  const commonMessageOf = useFieldMessages()
  const [state, setState] = useState<State<V>>(() => ({
    values: options.initial,
    errors: {},
    formError: undefined,
    refusals: 0,
  }))
  const ref = useRef<HTMLFormElement>(null)
  const { run, pending, isUnderWay } = useAction(options.submit)
  const { values, errors, formError } = state
  useFirstWrong(ref, state.refusals)

  const refuse = useCallback((refusal: FormRefusal) => {
    setState((now) => ({ ...now, ...presentRefusal(refusal, Object.keys(now.values)), refusals: now.refusals + 1 }))
  }, [])

  const set = useCallback((change: Partial<V>) => {
    setState((now) => {
      const errors = { ...now.errors }
      for (const name of Object.keys(change)) delete errors[name]
      return { ...now, values: { ...now.values, ...change }, errors, formError: undefined }
    })
  }, [])

  async function send(change: Partial<V> = {}): Promise<void> {
    if (isUnderWay()) return
    const entered = { ...values, ...change }
    const parsed = z.safeParse(options.schema, entered, { reportInput: true })
    if (!parsed.success) {
      const found = fieldErrors(parsed.error.issues, options.messageOf ?? commonMessageOf)
      return refuse({ message: '', fields: withKeptErrors(found, { errors, values: entered }) })
    }
    setState((now) => ({ ...now, errors: {}, formError: undefined }))
    const result = await run(parsed.data)
    if (result && 'message' in result) refuse(result)
  }

  return {
    values,
    errors,
    formError,
    pending,
    set,
    refuse,
    send,
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
    /** The props of a text or choice field: `<TextField label="…" {...form.field('email')} />`. */
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (value: string) => set({ [name]: value } as Partial<V>),
    }),
    box: (name: keyof V & string) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (checked: boolean) => set({ [name]: checked } as Partial<V>),
    }),
  }
}

/** The Enter that ends a composition (Chinese input) chooses a word and must not submit. Safari ends the composition first: key code 229 tells. */
function keepComposition(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
}

function useFirstWrong(ref: { current: HTMLFormElement | null }, refusals: number): void {
  useLayoutEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
  }, [ref, refusals])
}
