import { useState } from 'react'

/**
 * A field that takes effect when the user leaves it or presses Enter. What is being typed stays,
 * whatever the value becomes meanwhile.
 */
export const useSettling = <Value, Typed>({
  value,
  read,
  onSettle,
}: {
  readonly value: Value
  /** The value that was typed; undefined: it is none. */
  readonly read: (typed: Typed) => Value | undefined
  /** Resolves once `value` follows, or cannot. */
  readonly onSettle: (value: Value) => Promise<unknown>
}) => {
  /** Undefined: nothing was typed since the last value took effect. */
  const [typed, setTyped] = useState<Typed>()
  /** Shown until the value follows. */
  const [settling, setSettling] = useState<Value>()
  const current = settling ?? value
  const settle = () => {
    const wanted = typed === undefined ? undefined : read(typed)
    setTyped(undefined)
    if (wanted === undefined || wanted === current) return
    setSettling(wanted)
    void onSettle(wanted).finally(() =>
      setSettling((latest) => (latest === wanted ? undefined : latest)),
    )
  }
  return { shown: typed ?? current, type: setTyped, settle, reset: () => setTyped(undefined) }
}
