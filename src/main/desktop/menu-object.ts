import type { DbusMessage } from '../dbus/message.ts';
import type { DbusHandler } from '../dbus/connection.ts';
import { type DbusValue, toVariant } from '../dbus/values.ts';
import { answerProperties, type DbusProperties } from '../dbus/properties.ts';
import type { ShownTray } from './tray-backend.ts';

/** The interface of menus that desktops draw for programs. */
export const menuInterface = 'com.canonical.dbusmenu';

const properties: DbusProperties = {
  Version: toVariant('u', 3),
  TextDirection: toVariant('s', 'ltr'),
  Status: toVariant('s', 'normal'),
  IconThemePath: toVariant('as', []),
};

/** The object of a menu: its lines are numbered from 1, 0 is the menu itself. */
export function createMenuObject(dependencies: {
  readonly readItems: () => ShownTray['items'];
  readonly readRevision: () => number;
  readonly onSelect: (id: string) => void;
}): DbusHandler {
  const { readItems, readRevision, onSelect } = dependencies;
  const select = (number: DbusValue | undefined, kind: DbusValue | undefined): void => {
    const item = kind === 'clicked' ? readItems()[Number(number) - 1] : undefined;
    if (item?.isEnabled === true) {
      onSelect(item.id);
    }
  };
  return (message) => {
    const [first, second] = message.body;
    switch (message.member ?? '') {
      case 'GetLayout':
        return {
          signature: 'u(ia{sv}av)',
          body: [readRevision(), toLayout(readItems(), Number(first))],
        };
      case 'GetGroupProperties':
        return { signature: 'a(ia{sv})', body: [toGroup(readItems(), first)] };
      case 'GetProperty': {
        const entry = toProperties(readItems(), Number(first)).find(([name]) => name === second);
        return { signature: 'v', body: [entry?.[1] ?? toVariant('s', '')] };
      }
      case 'Event':
        select(first, second);
        return { signature: '', body: [] };
      case 'EventGroup':
        for (const [number, kind] of toLists(first)) {
          select(number, kind);
        }
        return { signature: 'ai', body: [[]] };
      case 'AboutToShow':
        return { signature: 'b', body: [false] };
      case 'AboutToShowGroup':
        return { signature: 'aiai', body: [[], []] };
      default:
        return answerProperties(message, properties);
    }
  };
}

type Entry = readonly [string, ReturnType<typeof toVariant>];

function toProperties(items: ShownTray['items'], number: number): readonly Entry[] {
  const item = items[number - 1];
  return item === undefined
    ? [['children-display', toVariant('s', 'submenu')]]
    : [
        // An underscore would mark the letter that chooses a line.
        ['label', toVariant('s', item.label.replaceAll('_', '__'))],
        ['enabled', toVariant('b', item.isEnabled)],
        ['visible', toVariant('b', true)],
      ];
}

function toLayout(items: ShownTray['items'], parent: number): DbusValue {
  const children = parent === 0 ? items.map((_, index) => toLayout(items, index + 1)) : [];
  return [
    parent,
    toProperties(items, parent),
    children.map((child) => toVariant('(ia{sv}av)', child)),
  ];
}

function toGroup(items: ShownTray['items'], numbers: DbusMessage['body'][number] | undefined) {
  const requested = Array.isArray(numbers) && numbers.length > 0 ? numbers.map(Number) : null;
  const all = Array.from({ length: items.length + 1 }, (_, number) => number);
  return all
    .filter((number) => requested === null || requested.includes(number))
    .map((number) => [number, toProperties(items, number)]);
}

function toLists(value: DbusValue | undefined): readonly (readonly DbusValue[])[] {
  return Array.isArray(value) ? value.filter((entry) => Array.isArray(entry)) : [];
}
