// A scene collection for OBS 30: one scene per moment, each with the whole overlay and its parts as hidden sources.
import { PARTS } from "../parameters.js";

const VERSION = 503316480; // 30.0.0, as OBS writes it: major, minor and patch in eight, eight and sixteen bits.
const SCENES = ["play", "riichi", "win", "draw", "break"];
/** Parts that each scene shows at first; hidden parts can be switched on. */
const SHOWN = /** @type {Record<string, string[]>} */ ({
  play: PARTS.filter((part) => part !== "result"),
  riichi: PARTS.filter((part) => part !== "result"),
  win: ["scores", "hands", "round", "dora", "result"],
  draw: ["scores", "hands", "round", "result"],
  break: ["scores"],
});

const common = (
  /** @type {string} */ name,
  /** @type {string} */ id,
  /** @type {string} */ uuid,
  /** @type {object} */ settings,
) => ({
  prev_ver: VERSION,
  name,
  uuid,
  id,
  versioned_id: id,
  settings,
  mixers: 0,
  sync: 0,
  flags: 0,
  volume: 1.0,
  balance: 0.5,
  enabled: true,
  muted: false,
  "push-to-mute": false,
  "push-to-mute-delay": 0,
  "push-to-talk": false,
  "push-to-talk-delay": 0,
  hotkeys: {},
  deinterlace_mode: 0,
  deinterlace_field_order: 0,
  monitoring_type: 0,
  private_settings: {},
});

const item = (
  /** @type {{name: string, uuid: string}} */ source,
  /** @type {number} */ id,
  /** @type {boolean} */ visible,
) => ({
  name: source.name,
  source_uuid: source.uuid,
  visible,
  locked: true,
  rot: 0.0,
  pos: { x: 0.0, y: 0.0 },
  scale: { x: 1.0, y: 1.0 },
  align: 5,
  bounds_type: 0,
  bounds_align: 0,
  bounds: { x: 0.0, y: 0.0 },
  crop_left: 0,
  crop_top: 0,
  crop_right: 0,
  crop_bottom: 0,
  id,
  group_item_backup: false,
  scale_filter: "disable",
  blend_method: "default",
  blend_type: "normal",
  show_transition: { duration: 0 },
  hide_transition: { duration: 0 },
  private_settings: {},
});

/**
 * @param {string} name of the collection
 * @param {(part: string) => string} address of each part, including its token
 * @param {() => string} uuid
 */
export function sceneCollection(name, address, uuid = () => crypto.randomUUID()) {
  const browsers = PARTS.map((part) =>
    common(`jantaku overlay ${part}`, "browser_source", uuid(), {
      url: address(part),
      width: 1920,
      height: 1080,
      fps_custom: true,
      fps: 60,
      css: "",
      shutdown: false,
      restart_when_active: false,
      reroute_audio: false,
      webpage_control_level: 0,
    }),
  );
  const scenes = SCENES.map((scene) =>
    common(`jantaku ${scene}`, "scene", uuid(), {
      custom_size: false,
      id_counter: browsers.length,
      items: browsers.map((source, place) => item(source, place + 1, SHOWN[scene].includes(PARTS[place]))),
    }),
  );
  return {
    name,
    current_scene: scenes[0].name,
    current_program_scene: scenes[0].name,
    scene_order: scenes.map((scene) => ({ name: scene.name })),
    sources: [...browsers, ...scenes],
    groups: [],
    quick_transitions: [],
    transitions: [],
    current_transition: "Fade",
    transition_duration: 300,
    saved_projectors: [],
    preview_locked: false,
    scaling_enabled: false,
    scaling_level: 0,
    scaling_off_x: 0.0,
    scaling_off_y: 0.0,
    modules: {},
  };
}
