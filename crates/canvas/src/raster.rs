//! Draws the meshes that the egui library produces: textured triangles with a color at each corner.
//!
//! egui softens the edges of a shape with triangles whose outer corners are transparent. A pixel
//! belongs to the triangle that covers its center; if the center is on an edge that two triangles
//! share, it belongs to only one of them.

use crate::layer::{Layer, blend_over};
use epaint::{
    ClippedPrimitive, Color32, ColorImage, ImageData, ImageDelta, Mesh, Primitive, TextureId,
    Vertex,
};
use std::collections::HashMap;

/// Number of subpixels per pixel, horizontally and vertically. The corners of triangles are rounded
/// to subpixels.
const SUBPIXELS: i64 = 256;

/// Draws meshes, using the textures that have been loaded into it.
#[derive(Default)]
pub struct Rasterizer {
    textures: HashMap<TextureId, Texture>,
}

/// The glyphs of the font, or another image.
struct Texture {
    pixels: Vec<Color32>,
    width: usize,
    height: usize,
}

impl Texture {
    /// Returns the pixel at the coordinates `u` and `v`, which run from 0 to 1.
    fn at(&self, u: f32, v: f32) -> Color32 {
        let index = |coordinate: f32, length: usize| {
            let index = (coordinate * length as f32) as usize;
            index.min(length.saturating_sub(1))
        };
        let at = index(v, self.height) * self.width + index(u, self.width);
        self.pixels.get(at).copied().unwrap_or(Color32::WHITE)
    }
}

/// A rectangle of pixels. `right` and `bottom` are one past the last pixel.
#[derive(Debug, Clone, Copy)]
struct Clip {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Rasterizer {
    /// Loads a texture, or updates part of one.
    pub fn load(&mut self, id: TextureId, delta: ImageDelta) {
        let ImageData::Color(source) = delta.image;
        let [width, height] = source.size;
        let Some([left, top]) = delta.pos else {
            let pixels = source.pixels.clone();
            let texture = Texture {
                pixels,
                width,
                height,
            };
            self.textures.insert(id, texture);
            return;
        };
        if let Some(texture) = self.textures.get_mut(&id) {
            for (row, line) in source.pixels.chunks_exact(width.max(1)).enumerate() {
                let at = (top + row) * texture.width + left;
                texture.pixels[at..at + width].copy_from_slice(line);
            }
        }
    }

    /// Removes all images except the font and those in `images`, and creates those that do not
    /// exist yet.
    pub fn keep_images<F: FnOnce() -> ColorImage>(
        &mut self,
        images: impl Iterator<Item = (TextureId, F)> + Clone,
    ) {
        let is_used = |id: &TextureId| images.clone().any(|(used, _)| used == *id);
        self.textures
            .retain(|id, _| *id == TextureId::default() || is_used(id));
        for (id, make) in images {
            self.textures.entry(id).or_insert_with(|| {
                let image = make();
                let [width, height] = image.size;
                Texture {
                    pixels: image.pixels,
                    width,
                    height,
                }
            });
        }
    }

    /// Draws meshes. Their coordinates are in points, and a point is `scale` pixels.
    pub fn draw(&self, layer: &mut Layer, primitives: &[ClippedPrimitive], scale: f32) {
        let (width, height) = layer.size();
        for primitive in primitives {
            let Primitive::Mesh(mesh) = &primitive.primitive else {
                continue;
            };
            let edge =
                |points: f32, max: usize| ((points * scale).round() as i64).clamp(0, max as i64);
            let clip = Clip {
                left: edge(primitive.clip_rect.min.x, width),
                top: edge(primitive.clip_rect.min.y, height),
                right: edge(primitive.clip_rect.max.x, width),
                bottom: edge(primitive.clip_rect.max.y, height),
            };
            if let Some(texture) = self.textures.get(&mesh.texture_id) {
                self.draw_mesh(layer, mesh, texture, clip, scale);
            }
        }
    }

    fn draw_mesh(&self, layer: &mut Layer, mesh: &Mesh, texture: &Texture, clip: Clip, scale: f32) {
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |at: usize| mesh.vertices.get(corners[at] as usize).copied();
            if let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) {
                draw_triangle(layer, texture, clip, [a, b, c], scale);
            }
        }
    }
}

/// An edge of a triangle, as a linear function of the pixel position. The function is 0 on the edge
/// and positive on the inner side of it.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// How much the value changes from a pixel to the one on its right.
    step_x: i64,
    /// How much the value changes from a pixel to the one below.
    step_y: i64,
    /// The value at the center of pixel (0, 0).
    origin: i64,
    /// A bias that assigns each point on a shared edge to exactly one of the two triangles.
    bias: i64,
}

impl Edge {
    fn new((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> Edge {
        let (dx, dy) = (bx - ax, by - ay);
        let half = SUBPIXELS / 2;
        let is_top_or_left = dy < 0 || (dy == 0 && dx > 0);
        Edge {
            step_x: -dy * SUBPIXELS,
            step_y: dx * SUBPIXELS,
            origin: dx * (half - ay) - dy * (half - ax),
            bias: if is_top_or_left { 0 } else { -1 },
        }
    }

    fn value_at(&self, x: i64, y: i64) -> i64 {
        self.origin + x * self.step_x + y * self.step_y
    }

    /// Clips the range `from..to` of row `y` to the half of the plane where this function is
    /// positive.
    fn clip_span(&self, y: i64, (from, to): (i64, i64)) -> (i64, i64) {
        let value = self.value_at(0, y) + self.bias;
        match self.step_x {
            0 if value >= 0 => (from, to),
            0 => (from, from),
            step if step > 0 => (
                from.max((-value).div_euclid(step) + i64::from((-value).rem_euclid(step) > 0)),
                to,
            ),
            step => (from, to.min(value.div_euclid(-step) + 1)),
        }
    }
}

fn draw_triangle(
    layer: &mut Layer,
    texture: &Texture,
    clip: Clip,
    corners: [Vertex; 3],
    scale: f32,
) {
    let to_subpixels = |corner: &Vertex| {
        let fixed = |points: f32| (points * scale * SUBPIXELS as f32).round() as i64;
        (fixed(corner.pos.x), fixed(corner.pos.y))
    };
    let mut corners = corners;
    let mut points = corners.each_ref().map(to_subpixels);
    let doubled_area =
        |[a, b, c]: [(i64, i64); 3]| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    if doubled_area(points) < 0 {
        corners.swap(1, 2);
        points.swap(1, 2);
    }
    let area = doubled_area(points);
    if area == 0 {
        return;
    }
    let [a, b, c] = points;
    // The value of each edge is the weight of the corner opposite to it.
    let edges = [Edge::new(b, c), Edge::new(c, a), Edge::new(a, b)];
    let top = points.iter().map(|(_, y)| *y).min().unwrap_or(0) / SUBPIXELS;
    let bottom = points.iter().map(|(_, y)| *y).max().unwrap_or(0) / SUBPIXELS + 1;
    let paint = Paint::new(texture, &corners, area);
    for y in top.max(clip.top)..bottom.min(clip.bottom) {
        let mut span = (clip.left, clip.right);
        for edge in &edges {
            span = edge.clip_span(y, span);
        }
        if span.0 < span.1 {
            paint.fill_span(layer, &edges, y, span);
        }
    }
}

/// How the pixels of a triangle are colored.
enum Paint<'a> {
    /// One color, `0xAARRGGBB`.
    Flat(u32),
    /// Colors that vary between the corners. The fields are the texture, the corners, twice the
    /// triangle's area, and true if all corners have the same texture coordinates.
    Shaded(&'a Texture, &'a [Vertex; 3], f32, bool),
}

impl<'a> Paint<'a> {
    fn new(texture: &'a Texture, corners: &'a [Vertex; 3], area: i64) -> Paint<'a> {
        let [a, b, c] = corners;
        let has_uniform_texel = a.uv == b.uv && a.uv == c.uv;
        if has_uniform_texel && a.color == b.color && a.color == c.color {
            let texel = texture.at(a.uv.x, a.uv.y);
            return Paint::Flat(packed(tinted(texel, a.color.to_array().map(f32::from))));
        }
        Paint::Shaded(texture, corners, area as f32, has_uniform_texel)
    }

    fn fill_span(&self, layer: &mut Layer, edges: &[Edge; 3], y: i64, (from, to): (i64, i64)) {
        let (texture, corners, area, has_uniform_texel) = match self {
            Paint::Flat(color) => {
                return layer.fill_span(y as usize, from as usize, to as usize, *color);
            }
            Paint::Shaded(texture, corners, area, has_uniform_texel) => {
                (texture, corners, area, *has_uniform_texel)
            }
        };
        let texel = texture.at(corners[0].uv.x, corners[0].uv.y);
        let row = layer.row_mut(y as usize, from as usize, to as usize);
        for (x, pixel) in (from..to).zip(row) {
            let weights = edges.map(|edge| edge.value_at(x, y) as f32 / area);
            let interpolate = |values: [f32; 3]| {
                let pairs = values.iter().zip(weights);
                pairs.map(|(value, weight)| value * weight).sum::<f32>()
            };
            let colors = corners.map(|corner| corner.color.to_array());
            let color = std::array::from_fn(|channel| {
                interpolate(colors.map(|color| f32::from(color[channel])))
            });
            let texel = if has_uniform_texel {
                texel
            } else {
                texture.at(
                    interpolate(corners.map(|corner| corner.uv.x)),
                    interpolate(corners.map(|corner| corner.uv.y)),
                )
            };
            let color = packed(tinted(texel, color));
            if color != 0 {
                *pixel = blend_over(*pixel, color);
            }
        }
    }
}

/// Multiplies a texture's pixel by a color. The channels of the color and of the result are red,
/// green, blue and alpha, 0..=255.
fn tinted(texel: Color32, color: [f32; 4]) -> [f32; 4] {
    let texel = texel.to_array().map(f32::from);
    std::array::from_fn(|channel| texel[channel] * color[channel] / 255.0)
}

/// Returns the color as `0xAARRGGBB`.
fn packed([red, green, blue, alpha]: [f32; 4]) -> u32 {
    [alpha, red, green, blue]
        .into_iter()
        .fold(0, |color, channel| {
            color << 8 | (channel + 0.5) as u32 & 0xff
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use epaint::{Pos2, Rect, pos2};

    const WHITE_TEXTURE: TextureId = TextureId::Managed(0);

    fn rasterizer() -> Rasterizer {
        let white = Texture {
            pixels: vec![Color32::WHITE; 4],
            width: 2,
            height: 2,
        };
        Rasterizer {
            textures: HashMap::from([(WHITE_TEXTURE, white)]),
        }
    }

    /// Draws a polygon as a fan of triangles around its first corner, and returns the picture.
    fn draw_polygon(corners: &[Pos2], color: Color32, clip: Rect) -> Vec<u32> {
        let mut mesh = Mesh::with_texture(WHITE_TEXTURE);
        mesh.vertices = corners
            .iter()
            .map(|pos| Vertex {
                pos: *pos,
                uv: Pos2::ZERO,
                color,
            })
            .collect();
        mesh.indices = (1..corners.len() as u32 - 1)
            .flat_map(|at| [0, at, at + 1])
            .collect();
        picture_of(mesh, clip)
    }

    /// Draws the mesh and returns the resulting picture, 8 by 8 pixels.
    fn picture_of(mesh: Mesh, clip: Rect) -> Vec<u32> {
        let primitive = ClippedPrimitive {
            clip_rect: clip,
            primitive: Primitive::Mesh(mesh),
        };
        let mut layer = Layer::default();
        layer.clear(8, 8);
        rasterizer().draw(&mut layer, &[primitive], 1.0);
        let mut picture = vec![0; 64];
        let rows = picture.chunks_mut(8).enumerate();
        rows.for_each(|(row, pixels)| layer.blend_row(row, pixels));
        picture
    }

    const WHOLE_PICTURE: Rect = Rect {
        min: Pos2::ZERO,
        max: pos2(8.0, 8.0),
    };

    #[test]
    fn every_pixel_of_a_fan_is_drawn_once() {
        // Half-transparent white: a pixel that is drawn twice would come out brighter.
        let half = Color32::from_white_alpha(128);
        let square = [
            pos2(1.0, 1.0),
            pos2(7.0, 1.0),
            pos2(7.0, 7.0),
            pos2(1.0, 7.0),
        ];
        for corners in [square.to_vec(), square.iter().rev().copied().collect()] {
            let picture = draw_polygon(&corners, half, WHOLE_PICTURE);
            for (at, pixel) in picture.into_iter().enumerate() {
                let inside = (1..7).contains(&(at % 8)) && (1..7).contains(&(at / 8));
                assert_eq!(pixel, if inside { 0x80_8080 } else { 0 }, "pixel {at}");
            }
        }
        let corners: Vec<Pos2> = (0..12)
            .map(|at| {
                let angle = at as f32 * std::f32::consts::TAU / 12.0;
                pos2(4.0 + 3.7 * angle.cos(), 4.0 + 3.7 * angle.sin())
            })
            .collect();
        let round = draw_polygon(&corners, half, WHOLE_PICTURE);
        assert!(round.iter().all(|pixel| [0, 0x80_8080].contains(pixel)));
        assert!(round.iter().filter(|pixel| **pixel > 0).count() > 36);
    }

    #[test]
    fn nothing_is_drawn_outside_the_clip() {
        let far = [pos2(-90.0, -90.0), pos2(300.0, -90.0), pos2(4.0, 300.0)];
        let clip = Rect {
            min: pos2(2.0, 3.0),
            max: pos2(5.0, 4.0),
        };
        let picture = draw_polygon(&far, Color32::WHITE, clip);
        let lit: Vec<usize> = (0..64).filter(|at| picture[*at] > 0).collect();
        assert_eq!(lit, [26, 27, 28]);
    }

    #[test]
    fn colors_are_interpolated_between_the_corners() {
        let vertex = |x, y, color| Vertex {
            pos: pos2(x, y),
            uv: Pos2::ZERO,
            color,
        };
        let mut mesh = Mesh::with_texture(WHITE_TEXTURE);
        let (black, white) = (Color32::BLACK, Color32::WHITE);
        mesh.vertices = vec![
            vertex(0.0, 0.0, black),
            vertex(8.0, 0.0, white),
            vertex(8.0, 8.0, white),
            vertex(0.0, 8.0, black),
        ];
        mesh.indices = vec![0, 1, 2, 0, 2, 3];
        let picture = picture_of(mesh, WHOLE_PICTURE);
        for row in picture.chunks(8) {
            let red: Vec<u32> = row.iter().map(|pixel| pixel >> 16).collect();
            assert_eq!(red, [16, 48, 80, 112, 143, 175, 207, 239]);
        }
    }
}
