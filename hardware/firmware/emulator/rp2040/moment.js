/** Snapshot of everything reachable from these objects; the returned function restores it. */
export function moment(...roots) {
    const back = [];
    const seen = new Set();
    const keep = (thing) => {
        if (thing === null || typeof thing !== "object" || seen.has(thing)) return;
        seen.add(thing);
        if (ArrayBuffer.isView(thing)) {
            keep(thing.buffer);
        } else if (thing instanceof ArrayBuffer) {
            const copy = new Uint8Array(thing.slice());
            back.push(() => new Uint8Array(thing).set(copy));
        } else if (thing instanceof Map) {
            const entries = [...thing];
            back.push(() => {
                thing.clear();
                entries.forEach(([key, value]) => thing.set(key, value));
            });
            entries.flat().forEach(keep);
        } else {
            const fields = Object.entries(Object.getOwnPropertyDescriptors(thing)).filter(([, field]) => field.writable);
            back.push(() => fields.forEach(([name, { value }]) => (thing[name] = value)));
            fields.forEach(([, { value }]) => keep(value));
        }
    };
    roots.forEach(keep);
    return () => back.forEach((step) => step());
}
