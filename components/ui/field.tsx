import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { Icon } from './icon'

const box =
  'mt-1 block min-h-11 w-full rounded-control border border-control bg-raised px-3 py-2 text-base text-ink aria-invalid:border-bad aria-invalid:border-2'

function Frame({
  id,
  label,
  hint,
  error,
  children,
}: {
  id: string
  label: string
  hint: string | undefined
  error: string | undefined
  children: ReactNode
}) {
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 mb-2 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex items-start gap-1.5 text-sm font-semibold text-bad">
          <Icon name="warning" className="h-[1lh]" />
          {error}
        </p>
      )}
      {children}
    </div>
  )
}

type FieldProps = { id: string; label: string; hint?: string | undefined; error?: string | undefined }

/** What ties a control to its label, its hint and what is wrong with it. */
const controlOf = ({ id, hint, error }: Omit<FieldProps, 'label'>) => ({
  id,
  name: id,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

/** One labelled line of input, with its hint and what is wrong with it. */
export function TextField({
  id,
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) {
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <input {...controlOf({ id, hint, error })} {...rest} className={box} />
    </Frame>
  )
}

/** A labelled text of several lines, with its hint and what is wrong with it. */
export function TextArea({
  id,
  label,
  hint,
  error,
  ...rest
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <textarea {...controlOf({ id, hint, error })} {...rest} className={box} />
    </Frame>
  )
}

/** One labelled choice from a list. */
export function SelectField({
  id,
  label,
  hint,
  error,
  children,
  ...rest
}: FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) {
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select {...controlOf({ id, hint, error })} {...rest} className={box}>
        {children}
      </select>
    </Frame>
  )
}
