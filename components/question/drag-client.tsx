import type { DragEvent } from 'react'
import { Icon } from '../ui/icon'

/** Items in their order with one of them at another place; null where it would not move, or there is no such place. */
export function moved(ids: readonly string[], from: number, to: number): string[] | null {
  const id = ids[from]
  if (id === undefined || to < 0 || to >= ids.length || to === from) return null
  const next = ids.filter((each) => each !== id)
  next.splice(to, 0, id)
  return next
}

/**
 * What lets an item of a list take up another that is dragged there.
 *
 * @param type tells what is dragged here from all else, as a MIME type of our own
 * @param drop from which place something was dropped
 */
export function dropTarget(type: string, ids: readonly string[], drop: (from: number) => void) {
  return {
    onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(type) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const from = ids.indexOf(event.dataTransfer.getData(type))
      if (from < 0) return
      event.preventDefault()
      drop(from)
    },
  }
}

/** Where an item is taken hold of with the mouse; a finger and the keyboard have the buttons beside it. */
export function Grip({ type, id, title }: { type: string; id: string; title: string }) {
  return (
    <span
      draggable
      title={title}
      aria-hidden="true"
      onDragStart={(event) => event.dataTransfer.setData(type, id)}
      className="flex min-h-11 min-w-11 cursor-grab items-center justify-center text-soft max-sm:hidden"
    >
      <Icon name="grip" />
    </span>
  )
}
