"""Path-traces scenes: ``python cycles_scene.py SCENE.json…`` in an interpreter that has ``bpy`` (Blender, GPL).

Run as a program, never imported: each JSON, written by ``vision.render.traced.stage``, gives ``<name>.png`` beside it,
16 bits, linear light. Millimetres of the table frame, which is left-handed, become metres with y turned round.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import bpy  # isort: skip  # It brings the two below with it.
import bmesh
from mathutils import Matrix, Vector

MM: Final = 0.001
"""Metres of a millimetre."""


def _linear(colour: Sequence[float]) -> tuple[float, ...]:
    """Return the linear light of an sRGB colour, parts 0-1, with alpha 1."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return (*parts, 1.0)


def _place(point: Sequence[float]) -> Any:
    """Return a point in metres from mm of the table frame."""
    return Vector((point[0] * MM, -point[1] * MM, point[2] * MM))


def _material(
    name: str, colour: Sequence[float], roughness: float, sheen: float = 0.0, coat: float = 0.0
) -> tuple[Any, Any]:
    """Return a plain material."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = _linear(colour)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Sheen Weight"].default_value = sheen
    shader.inputs["Coat Weight"].default_value = coat
    return made, shader


def _textured(name: str, picture: Path, roughness: float, coat: float) -> Any:
    """Return a material that shows a picture."""
    made, shader = _material(name, (1, 1, 1), roughness, coat=coat)
    node = made.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(picture), check_existing=True)
    node.extension = "EXTEND"
    made.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    return made


def _cloth(felt: dict[str, Any]) -> Any:
    """Return the material of the felt: fibres by two noises of its normal, and worn patches of its colour."""
    made, shader = _material("felt", felt["colour"], 1.0, sheen=felt["sheen"])
    nodes, links = made.node_tree.nodes, made.node_tree.links
    where = nodes.new("ShaderNodeTexCoord").outputs["Object"]
    fibres = nodes.new("ShaderNodeTexNoise")
    fibres.inputs["Scale"].default_value = felt["fibres_per_m"]
    fibres.inputs["Detail"].default_value = 2.0
    worn = nodes.new("ShaderNodeTexNoise")
    worn.inputs["Scale"].default_value = 6.0
    both = nodes.new("ShaderNodeMath")
    both.operation = "MULTIPLY_ADD"
    tone = nodes.new("ShaderNodeMapRange")
    tone.inputs["To Min"].default_value = 1.0 - felt["wear"]
    tone.inputs["To Max"].default_value = 1.0 + felt["wear"]
    mix = nodes.new("ShaderNodeVectorMath")
    mix.operation = "SCALE"
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = felt["bump"]
    bump.inputs["Distance"].default_value = 0.001
    links.new(where, fibres.inputs["Vector"])
    links.new(where, worn.inputs["Vector"])
    links.new(fibres.outputs["Fac"], both.inputs[0])
    both.inputs[1].default_value = 0.5
    links.new(worn.outputs["Fac"], both.inputs[2])
    links.new(both.outputs["Value"], tone.inputs["Value"])
    tone.inputs["From Min"].default_value, tone.inputs["From Max"].default_value = 0.4, 1.1
    mix.inputs[0].default_value = _linear(felt["colour"])[:3]
    links.new(tone.outputs["Result"], mix.inputs["Scale"])
    links.new(mix.outputs["Vector"], shader.inputs["Base Color"])
    links.new(fibres.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return made


def _glass() -> Any:
    """Return thin clear plastic, which transmits light and reflects lamps."""
    made = bpy.data.materials.new("glass")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.remove(nodes["Principled BSDF"])
    edge = nodes.new("ShaderNodeFresnel")
    edge.inputs["IOR"].default_value = 1.45
    through, mirror, mix = (nodes.new(f"ShaderNode{kind}") for kind in ("BsdfTransparent", "BsdfGlossy", "MixShader"))
    through.inputs["Color"].default_value = (0.93, 0.94, 0.93, 1.0)
    mirror.inputs["Roughness"].default_value = 0.04
    links.new(edge.outputs["Fac"], mix.inputs["Fac"])
    links.new(through.outputs["BSDF"], mix.inputs[1])
    links.new(mirror.outputs["BSDF"], mix.inputs[2])
    links.new(mix.outputs["Shader"], nodes["Material Output"].inputs["Surface"])
    return made


def _box_mesh(number: int, form: dict[str, Any], pictures: Sequence[Path]) -> Any:
    """Return a bevelled box of two layers; axes u, v, n of the form are x, -y, z of the mesh."""
    u, v, n = (edge * MM for edge in form["edges"])
    mesh = bpy.data.meshes.new(f"box{number}")
    built = bmesh.new()
    bmesh.ops.create_cube(built, size=1.0)
    bmesh.ops.scale(built, vec=(u, v, n), verts=built.verts)
    split = -n / 2 + n * form["back_share"]
    if form["back_share"] > 0:
        every = [*built.verts, *built.edges, *built.faces]
        bmesh.ops.bisect_plane(built, geom=every, plane_co=(0, 0, split), plane_no=(0, 0, 1))
    rim = [edge for edge in built.edges if not all(abs(corner.co.z - split) < 1e-7 for corner in edge.verts)]
    if form["bevel"] > 0:
        bmesh.ops.bevel(
            built, geom=rim, offset=form["bevel"] * MM, segments=3, profile=0.5, affect="EDGES", clamp_overlap=True
        )
    layer = built.loops.layers.uv.new("uv")
    slots = {name: slot for slot, name in enumerate(form["faces"], 2)}
    towards = {"0": (0, 1), "1": (0, -1), "2": (1, -1), "3": (1, 1), "4": (2, 1), "5": (2, -1)}
    for face in built.faces:
        middle, normal = face.calc_center_median(), face.normal
        face.material_index = 1 if form["back_share"] > 0 and middle.z < split else 0
        # A picture extends to the edge of its side: its blank parts take the colour of the body, as the bevel does.
        for name, slot in slots.items():
            axis, sign = towards[name]
            if normal[axis] * sign > 0.99:
                face.material_index = slot
        for loop in face.loops:
            x, y, z = loop.vert.co
            spots = {
                0: ((-y if normal.x > 0 else y) / v + 0.5, z / n + 0.5),
                1: ((x if normal.y < 0 else -x) / u + 0.5, z / n + 0.5),
                2: ((x if normal.z > 0 else -x) / u + 0.5, y / v + 0.5),
            }
            axis = max(range(3), key=lambda each: abs(normal[each]))
            loop[layer].uv = spots[axis]
        face.smooth = len(face.verts) == 4 and max(abs(part) for part in normal) < 0.99
    built.to_mesh(mesh)
    built.free()
    rough, coat = form["roughness"], form["coat"]
    mesh.materials.append(_material(f"body{number}", form["body"], rough, coat=coat)[0])
    mesh.materials.append(_material(f"back{number}", form["back"], rough, coat=coat)[0])
    for name, picture in form["faces"].items():
        mesh.materials.append(_textured(f"face{number}-{name}", pictures[picture], rough, coat))
    return mesh


def _add(mesh: Any, where: Any = None) -> Any:
    """Add an object with this mesh to the scene and return it."""
    made = bpy.data.objects.new(mesh.name, mesh)
    if where is not None:
        made.matrix_world = where
    bpy.context.scene.collection.objects.link(made)
    return made


def _posed(centre: Sequence[float], axes: Sequence[Sequence[float]]) -> Any:
    """Return the matrix of a box: columns are its u, minus v, n in Blender's frame."""
    u, v, n = (Vector((axis[0], -axis[1], axis[2])) for axis in axes)
    turn = Matrix((u, -v, n)).transposed().to_4x4()
    return Matrix.Translation(_place(centre)) @ turn


def _round_mesh(solid: dict[str, Any], number: int) -> Any:
    """Return a ball, capped cone, or dome between two points."""
    mesh, built = bpy.data.meshes.new(f"round{number}"), bmesh.new()
    start, end = _place(solid["start"]), _place(solid["end"])
    first, last = (radius * MM for radius in solid["radii"])
    along = end - start
    turn = along.to_track_quat("Z", "Y").to_matrix().to_4x4() if along.length > 0 else Matrix()
    if solid["kind"] in ("capsule", "cone"):
        where = Matrix.Translation((start + end) / 2) @ turn
        bmesh.ops.create_cone(
            built, cap_ends=True, segments=32, radius1=first, radius2=last, depth=along.length, matrix=where
        )
    if solid["kind"] == "capsule":
        for middle, radius in ((start, first), (end, last)):
            bmesh.ops.create_uvsphere(
                built, u_segments=32, v_segments=16, radius=radius, matrix=Matrix.Translation(middle)
            )
    if solid["kind"] in ("ball", "dome"):
        # ``radii``: across and upwards; a dome is the upper half.
        shape = Matrix.Diagonal((first, first, last, 1.0))
        bmesh.ops.create_uvsphere(
            built, u_segments=48, v_segments=24, radius=1.0, matrix=Matrix.Translation(start) @ shape
        )
        if solid["kind"] == "dome":
            low = [corner for corner in built.verts if corner.co.z < start.z - 1e-6]
            bmesh.ops.delete(built, geom=low, context="VERTS")
    for face in built.faces:
        face.smooth = solid["kind"] != "cone" or len(face.verts) == 4
    built.to_mesh(mesh)
    built.free()
    if solid["clear"]:
        mesh.materials.append(_glass())
    else:
        mesh.materials.append(_material(f"round{number}", solid["colour"], solid["roughness"])[0])
    return mesh


def _lamp(number: int, one: dict[str, Any]) -> None:
    """Add a glowing rectangle."""
    light = bpy.data.lights.new(f"lamp{number}", "AREA")
    light.shape = "RECTANGLE"
    light.size, light.size_y = (side * MM for side in one["size"])
    light.energy = one["watts"]
    light.color = _linear(one["colour"])[:3]
    made = bpy.data.objects.new(light.name, light)
    at = _place(one["at"])
    turn = (_place(one["aim"]) - at).to_track_quat("-Z", "Y")
    made.matrix_world = Matrix.Translation(at) @ turn.to_matrix().to_4x4()
    bpy.context.scene.collection.objects.link(made)


def _sky(room: dict[str, Any]) -> None:
    """Set the surrounding room: light from above blends into that from the walls, brighter on one side."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    nodes, links = world.node_tree.nodes, world.node_tree.links
    ramp = nodes.new("ShaderNodeValToRGB")
    slope = nodes.new("ShaderNodeVectorMath")
    slope.operation = "DOT_PRODUCT"
    slope.inputs[1].default_value = (room["side"][0], -room["side"][1], 1.0)
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Generated"], slope.inputs[0])
    links.new(slope.outputs["Value"], ramp.inputs["Fac"])
    ramp.color_ramp.elements[0].color = _linear(room["low"])
    ramp.color_ramp.elements[1].color = _linear(room["high"])
    links.new(ramp.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = room["strength"]


def _camera(seen: dict[str, Any]) -> None:
    """Add the camera; its rotation maps (x, y, -z) of the table frame to right, down, forward."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
    data.lens = seen["focal"] * 36.0 / seen["size"][0]
    data.clip_start, data.clip_end = 0.01, 50.0
    data.dof.use_dof = True
    data.dof.focus_distance = seen["focus_mm"] * MM
    data.dof.aperture_fstop = seen["fstop"]
    right, down, ahead = (Vector((row[0], -row[1], -row[2])) for row in seen["rotation"])
    turn = Matrix((right, -down, -ahead)).transposed().to_4x4()
    made = bpy.data.objects.new("camera", data)
    made.matrix_world = Matrix.Translation(_place(seen["position"])) @ turn
    bpy.context.scene.collection.objects.link(made)
    bpy.context.scene.camera = made


def _settings(told: dict[str, Any], size: Sequence[int]) -> None:
    """Set few samples and bounces, denoising, and linear light in a 16-bit PNG."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.threads_mode, scene.render.threads = "FIXED", told["threads"]
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", told["samples"], told["seed"]
    cycles.use_adaptive_sampling = told["adaptive"] > 0
    cycles.adaptive_threshold = told["adaptive"] or 0.1
    cycles.adaptive_min_samples = 3
    # Each of these was measured; all of them together halve the time of a sample.
    cycles.max_bounces = cycles.diffuse_bounces = cycles.glossy_bounces = 1
    cycles.transmission_bounces, cycles.transparent_max_bounces = 1, 4
    cycles.use_light_tree = False
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = told["denoising"]
    scene.render.film_transparent = False
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.3
    scene.view_settings.view_transform = "Raw"
    scene.display_settings.display_device = "sRGB"
    pictures = scene.render.image_settings
    pictures.file_format, pictures.color_mode, pictures.color_depth = "PNG", "RGB", "16"
    pictures.compression = 15


def _render(file: Path) -> None:
    """Render one scene."""
    told = json.loads(file.read_text(encoding="utf-8"))
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _settings(told["render"], told["camera"]["size"])
    _camera(told["camera"])
    _sky(told["room"])
    pictures = [file.parent / picture for picture in told["pictures"]]
    meshes = [_box_mesh(number, form, pictures) for number, form in enumerate(told["forms"])]
    felt = _cloth(told["felt"])
    for one in told["boxes"]:
        made = _add(meshes[one["form"]], _posed(one["centre"], one["axes"]))
        if one["felt"]:
            made.data.materials.clear()
            made.data.materials.append(felt)
            for face in made.data.polygons:
                face.material_index = 0
    for number, solid in enumerate(told["solids"]):
        _add(_round_mesh(solid, number))
    for number, one in enumerate(told["lamps"]):
        _lamp(number, one)
    bpy.context.scene.render.filepath = str(file.with_suffix(".png"))
    bpy.ops.render.render(write_still=True)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        _render(Path(name))
