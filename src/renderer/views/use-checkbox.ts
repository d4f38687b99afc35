import { type ChangeEvent, useState } from 'react'

/** The properties of a checkbox that is no field of a form. */
export const useCheckbox = () => {
  const [checked, set] = useState(false)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.checked)
  return { checked, onChange }
}
