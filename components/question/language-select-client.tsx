/** Which of several languages to show. */
export function LanguageSelect({
  id,
  label,
  locales,
  value,
  onChange,
}: {
  id: string
  label: string
  locales: readonly { tag: string; name: string }[]
  value: string
  onChange: (tag: string) => void
}) {
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3"
      >
        {locales.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
