/** The object with some of its members replaced. A copy would not have the methods of a class. */
export function overriding<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(object, name) {
      if (name in members) return Reflect.get(members, name) as unknown;
      const value: unknown = Reflect.get(object, name, object);
      return typeof value === 'function' ? (value.bind(object) as unknown) : value;
    },
  });
}
